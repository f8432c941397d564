import type { CommandEntry, Use } from './catalogue/entry.js';
import { type Field, HOLE, tailOf } from './text.js';

/** One option of a command, by all its names. */
export interface OptionSpec {
  readonly names: readonly string[];
  readonly value: 'none' | 'needed' | 'glued';
  readonly use: Use;
  readonly marked: boolean;
}

/** The options of an entry, by name. */
export interface OptionTable {
  readonly specs: ReadonlyMap<string, OptionSpec>;
  readonly long: readonly string[];
  /** The options that a list of names means, by that list: asked for at every command, and the lists are few. */
  readonly wanted: Map<string, ReadonlySet<OptionSpec | undefined>>;
}

/** One option as it was given. */
export interface GivenOption {
  readonly spec: OptionSpec;
  readonly value?: Field | undefined;
}

/** The words of a command, sorted. */
export class Arguments {
  readonly options: readonly GivenOption[];
  readonly operands: readonly Field[];
  readonly unknown: readonly Field[];
  /** How many of the operands stood before a `--`. */
  readonly beforeDashes: number;
  readonly dashes: boolean;
  readonly #table: OptionTable;

  constructor({ options, operands, unknown, dashesAt, table }: SortedWords) {
    this.options = options;
    this.operands = operands;
    this.unknown = unknown;
    this.dashes = dashesAt !== undefined;
    this.beforeDashes = dashesAt ?? operands.length;
    this.#table = table;
  }

  has(names: string | undefined): boolean {
    if (names === undefined || this.options.length === 0) return false;
    const specs = wantedSpecs(names, this.#table);
    for (const { spec } of this.options) if (specs.has(spec)) return true;
    return false;
  }

  valuesOf(names: string | undefined): readonly Field[] {
    if (names === undefined || this.options.length === 0) return [];
    const specs = wantedSpecs(names, this.#table);
    return this.options.flatMap(({ spec, value }) => (specs.has(spec) && value ? [value] : []));
  }

  /** The same without its operands, or without its options. */
  without(...kinds: ('operands' | 'options')[]): Arguments {
    return new Arguments({
      options: kinds.includes('options') ? [] : this.options,
      operands: kinds.includes('operands') ? [] : this.operands,
      unknown: this.unknown,
      dashesAt: this.dashes ? this.beforeDashes : undefined,
      table: this.#table,
    });
  }
}

interface SortedWords {
  readonly options: readonly GivenOption[];
  readonly operands: readonly Field[];
  readonly unknown: readonly Field[];
  readonly dashesAt: number | undefined;
  readonly table: OptionTable;
}

const tables = new WeakMap<CommandEntry, OptionTable>();

function specOf(text: string, use: Use | undefined): OptionSpec {
  const optional = text.includes('?');
  const marked = text.includes('!') || (use ?? '').endsWith('!');
  const names = text.replace(/[?!]+(?=,|$)/g, '').split(',');
  const value = optional ? 'glued' : use === undefined ? 'none' : 'needed';
  return { names, value, use: (use ?? 'text').replace('!', '') as Use, marked };
}

/** The options that an entry declares. */
export function optionTable(entry: CommandEntry): OptionTable {
  const known = tables.get(entry);
  if (known) return known;
  const specs = new Map<string, OptionSpec>();
  const add = (spec: OptionSpec) => {
    for (const name of spec.names) specs.set(name, spec);
  };
  for (const text of entry.flags?.split(/\s+/) ?? []) if (text !== '') add(specOf(text, undefined));
  for (const [text, use] of Object.entries(entry.options ?? {})) add(specOf(text, use));
  const long = [...specs.keys()].filter((name) => name.startsWith('--'));
  const table: OptionTable = { specs, long, wanted: new Map() };
  tables.set(entry, table);
  return table;
}

function longSpec(name: string, table: OptionTable, abbreviates: boolean): OptionSpec | undefined {
  const exact = table.specs.get(name);
  if (exact || !abbreviates) return exact;
  const found = new Set(
    table.long.filter((long) => long.startsWith(name)).map((long) => table.specs.get(long)),
  );
  // An abbreviation of several options is refused by the command; the most telling one is taken here.
  return [...found].find((spec) => found.size === 1 || spec?.marked) ?? [...found][0];
}

function wantedSpecs(names: string, { specs, wanted }: OptionTable): ReadonlySet<OptionSpec | undefined> {
  let found = wanted.get(names);
  if (found === undefined) {
    found = new Set(names.split(/[\s,]+/).map((name) => specs.get(name.replace(/[?!]+$/, ''))));
    wanted.set(names, found);
  }
  return found;
}

/** Sorts words by the rules of an entry, one after the other. */
class Sorter {
  readonly options: GivenOption[] = [];
  readonly operands: Field[] = [];
  readonly unknown: Field[] = [];
  readonly table: OptionTable;
  dashesAt: number | undefined;
  readonly #fields: readonly Field[];
  readonly #entry: CommandEntry;
  readonly #style: NonNullable<CommandEntry['style']>;
  #index = 0;

  constructor(fields: readonly Field[], entry: CommandEntry) {
    this.table = optionTable(entry);
    this.#fields = fields;
    this.#entry = entry;
    this.#style = entry.style ?? 'gnu';
  }

  sort(): Arguments {
    for (; this.#index < this.#fields.length; this.#index += 1) {
      const field = this.#fields[this.#index] as Field;
      if (this.#entry.optionsFirst && this.operands.length > 0) this.operands.push(field);
      else if (field.text === '--' && this.#style !== 'none') {
        this.dashesAt = this.operands.length;
        this.operands.push(...this.#fields.slice(this.#index + 1));
        break;
      } else this.#take(field);
    }
    return new Arguments(this);
  }

  #take(field: Field): void {
    const { text } = field;
    const { digits, plus } = this.#entry;
    if (!text.startsWith('-') || text.length === 1 || this.#style === 'none') {
      if (!plus || !text.startsWith('+') || text.length === 1) this.operands.push(field);
      else if (plus !== true) this.options.push({ spec: specOf('+', plus), value: tailOf(field, 1) });
    } else if (digits && /^-\d+$/.test(text)) {
      const count = this.table.specs.get('-n');
      if (count?.value === 'needed') this.options.push({ spec: count, value: tailOf(field, 1) });
    } else if (text[1] === HOLE) this.unknown.push(field);
    else if (text.startsWith('--') || this.#style === 'single' || this.table.specs.has(text))
      this.#giveLong(field);
    else this.#giveCluster(field);
  }

  #give(spec: OptionSpec, glued: Field | undefined): void {
    if (spec.value === 'needed' && !glued) {
      this.#index += 1;
      this.options.push({ spec, value: this.#fields[this.#index] });
    } else this.options.push({ spec, value: glued });
  }

  #giveLong(field: Field): void {
    const equals = field.text.indexOf('=');
    const name = equals < 0 ? field.text : field.text.slice(0, equals);
    const spec = longSpec(name, this.table, this.#style === 'gnu');
    if (spec) this.#give(spec, equals < 0 ? undefined : tailOf(field, equals + 1));
    else this.unknown.push(field);
  }

  #giveCluster(field: Field): void {
    for (let at = 1; at < field.text.length; at += 1) {
      const spec = this.table.specs.get(`-${field.text[at]}`);
      if (!spec) {
        this.unknown.push(field);
        return;
      }
      if (spec.value === 'none') {
        this.#give(spec, undefined);
        continue;
      }
      const rest = at + 1 < field.text.length ? tailOf(field, at + 1) : undefined;
      this.#give(spec, rest?.text.startsWith('=') && this.#style !== 'gnu' ? tailOf(rest, 1) : rest);
      return;
    }
  }
}

/** Sorts the words after a command's name by the entry's rules. */
export function parseArguments(fields: readonly Field[], entry: CommandEntry): Arguments {
  return new Sorter(fields, entry).sort();
}
