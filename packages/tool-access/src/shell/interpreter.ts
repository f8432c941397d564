import type { Function as FunctionNode, ParsedScript } from 'unbash';
import type { Access, Span } from '../access.js';
import { BranchingMap } from './branching-map.js';
import type { Catalogue } from './catalogue/entry.js';
import type { FileView } from './files.js';
import { inSubshell, runList, runNode } from './flow.js';
import { MAX_ALTERNATIVES, MAX_DEPTH, MAX_STEPS, TooLarge } from './limits.js';
import { parseCommand } from './parse.js';
import { Report } from './report.js';
import { runFields } from './run.js';
import { Scope } from './scope.js';
import type { Shell, Streams } from './shell.js';
import { type Field, HOLE, type Text } from './text.js';

/** What an interpreter is made with. */
export interface InterpreterOptions {
  cwd: string;
  home: string;
  windows: boolean;
  environment: Readonly<Record<string, string | undefined>>;
  files: FileView | undefined;
  catalogue: Catalogue;
  report: Report;
  depth?: number;
}

/** Walks a command as bash would run it, and reports what it touches on the way. */
export class Interpreter implements Shell {
  readonly report: Report;
  readonly files: FileView | undefined;
  readonly home: string;
  readonly windows: boolean;
  readonly catalogue: Catalogue;
  readonly written = new BranchingMap<string, Text>();
  readonly links = new BranchingMap<string, Text>();
  scope: Scope;
  offset: number | undefined = 0;
  depth: number;
  readonly #environment: InterpreterOptions['environment'];
  #steps = 0;
  #choice = 0;
  #mostChoices = 1;

  constructor({ cwd, home, windows, environment, files, catalogue, report, depth = 0 }: InterpreterOptions) {
    this.depth = depth;
    this.report = report;
    this.files = files;
    this.home = home;
    this.windows = windows;
    this.catalogue = catalogue;
    this.#environment = environment;
    this.scope = new Scope([cwd]);
  }

  environment(name: string): string | undefined {
    return Object.hasOwn(this.#environment, name) ? this.#environment[name] : undefined;
  }

  choose<T>(values: readonly T[]): T | undefined {
    this.#mostChoices = Math.max(this.#mostChoices, Math.min(values.length, MAX_ALTERNATIVES));
    return values[this.#choice % values.length];
  }

  everyChoice(run: (again: boolean) => void): void {
    const [choice, most] = [this.#choice, this.#mostChoices];
    this.#mostChoices = 1;
    for (let index = 0; index < this.#mostChoices; index += 1) {
      this.#choice = this.#mostChoices > 1 || index > 0 ? index : 0;
      run(index > 0);
    }
    this.#choice = choice;
    this.#mostChoices = Math.max(most, this.#mostChoices);
  }

  spanOf({ pos, end }: { pos: number; end: number }): Span | undefined {
    return this.offset === undefined ? undefined : { start: pos + this.offset, end: end + this.offset };
  }

  at<T>(offset: number | undefined, read: () => T): T {
    const before = this.offset;
    this.offset = offset;
    try {
      return read();
    } finally {
      this.offset = before;
    }
  }

  step(): void {
    this.#steps += 1;
    if (this.#steps > MAX_STEPS) throw new TooLarge('it runs too many commands');
  }

  places(): readonly string[] {
    return this.scope.cwds;
  }

  #deeper<T>(run: () => T): T {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new TooLarge('it is nested too deep');
    try {
      return run();
    } finally {
      this.depth -= 1;
    }
  }

  capture(script: ParsedScript | undefined, streams: Streams = {}): Text {
    if (!script) return { text: HOLE };
    return this.#deeper(() => inSubshell(this, () => runList(script, this, streams)));
  }

  runBody(body: FunctionNode['body'], streams: Streams): Text {
    return this.#deeper(() => runNode(body, this, streams));
  }

  runText(
    { text, origin }: Text,
    { inside, streams = {} }: { inside: 'this' | 'subshell' | 'new'; streams?: Streams },
  ): Text {
    const known = text.replaceAll(HOLE, '').trim();
    if (text.includes(HOLE)) {
      const kind = origin === 'decoded' || origin === 'downloaded' ? 'fed' : 'opaque';
      const what = kind === 'fed' ? `${origin} text` : 'text that is not known';
      this.report.problem(kind, `a shell is given ${what} to run`);
      if (known === '') return { text: HOLE };
    }
    const parsed = parseCommand(text);
    if (!('script' in parsed)) {
      if (text.includes(HOLE)) return { text: HOLE };
      this.report.problem('unreadable', `a command in the command could not be read: ${parsed.fault}`);
      return { text: HOLE };
    }
    const run = () => this.#deeper(() => this.at(undefined, () => runList(parsed.script, this, streams)));
    if (inside === 'this') return run();
    return inSubshell(this, () => {
      if (inside === 'new') {
        this.scope.functions = new BranchingMap();
        this.scope.aliases = new BranchingMap();
        for (const [name, { exported }] of [...this.scope.variables.entries()]) {
          if (!exported) this.scope.variables.delete(name);
        }
      }
      return run();
    });
  }

  runApart(fields: readonly Field[], cwd: string): readonly Access[] {
    const report = new Report();
    const { windows, catalogue } = this;
    const apart = { cwd, home: '/root', windows, environment: {}, files: undefined, catalogue, report };
    this.#deeper(() => new Interpreter({ ...apart, depth: this.depth }).runFields(fields));
    return report.finish().touched.accesses;
  }

  runFields(fields: readonly Field[], streams: Streams = {}): Text {
    this.step();
    return this.#deeper(() => runFields(fields, this, streams.stdin));
  }
}
