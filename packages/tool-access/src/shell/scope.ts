import type { Function as FunctionNode } from 'unbash';
import { BranchingMap } from './branching-map.js';
import { MAX_ALTERNATIVES } from './limits.js';
import { type Field, HOLE, type Text } from './text.js';

/** What a variable may hold: each value that some way through the command gives it. */
export interface Variable {
  readonly values: readonly Text[];
  readonly items?: readonly Text[] | undefined;
  readonly exported?: boolean | undefined;
  /** The variable that it is another name for. */
  readonly refersTo?: string | undefined;
}

/** The state of a shell at one point of a command. */
export class Scope {
  /** Where relative paths start from; several when it depends on what happened before. */
  cwds: readonly string[];
  /** Where it is if the last `cd` failed; commands after `&&` do not see it. */
  ifFailed: readonly string[] | undefined;
  previous: readonly string[] | undefined;
  stack: readonly (readonly string[])[] = [];
  positional: readonly Field[] = [];
  zero: Text = { text: 'bash' };
  lastArgument: Text = { text: HOLE };
  /** Nothing that follows on this way is run. */
  ended = false;
  /** What changes in it ends with it. */
  inner = false;
  variables: BranchingMap<string, Variable>;
  functions: BranchingMap<string, FunctionNode>;
  aliases: BranchingMap<string, string>;
  /** The options of `set` and `shopt` that are on. */
  options: BranchingMap<string, true>;

  constructor(cwds: readonly string[], from?: Scope) {
    this.cwds = cwds;
    this.variables = from?.variables.branch() ?? new BranchingMap();
    this.functions = from?.functions.branch() ?? new BranchingMap();
    this.aliases = from?.aliases.branch() ?? new BranchingMap();
    this.options = from?.options.branch() ?? new BranchingMap();
  }

  /** A copy for a subshell or a branch. */
  clone(): Scope {
    const copy = new Scope(this.cwds, this);
    copy.previous = this.previous;
    copy.ifFailed = this.ifFailed;
    copy.stack = this.stack;
    copy.positional = this.positional;
    copy.zero = this.zero;
    copy.lastArgument = this.lastArgument;
    copy.ended = this.ended;
    copy.inner = this.inner;
    return copy;
  }

  /** The name of the variable that a name leads to, by way of references. */
  nameOf(name: string): string {
    let found = name;
    for (let step = 0; step < 8; step += 1) {
      const next = this.variables.get(found)?.refersTo;
      if (next === undefined) return found;
      found = next;
    }
    return found;
  }

  /** Sets a variable. */
  assign(written: string, value: Text, items?: readonly Text[]): void {
    const name = this.nameOf(written);
    const exported = this.variables.get(name)?.exported;
    this.variables.set(name, { values: [value], ...(items && { items }), ...(exported && { exported }) });
  }

  /** Adds what variables held on the way around all that was run since. */
  recall(earlier: BranchingMap<string, Variable>): void {
    for (const [name, variable] of earlier.entries()) {
      const now = this.variables.get(name);
      if (now !== variable) this.variables.set(name, mergeVariables(now, variable));
    }
  }

  /** Adds to the variables that were not set on the way around what they are there. */
  recallUnset(earlier: BranchingMap<string, Variable>, unset: (name: string) => Text | undefined): void {
    for (const [name, variable] of [...this.variables.entries()]) {
      const value = earlier.has(name) ? undefined : unset(name);
      if (value) this.variables.set(name, mergeVariables(variable, { values: [value] }));
    }
  }

  /** Changes the working directory. */
  move(cwds: readonly string[]): void {
    this.previous = this.cwds;
    this.cwds = cwds;
  }
}

function mergeVariables(one: Variable | undefined, two: Variable | undefined): Variable {
  if (one === two && one) return one;
  const values = [...(one?.values ?? [])];
  for (const value of two?.values ?? []) {
    if (!values.some(({ text }) => text === value.text)) values.push(value);
  }
  const items = [...(one?.items ?? []), ...(two?.items ?? [])];
  const refersTo = one?.refersTo ?? two?.refersTo;
  return {
    ...(refersTo !== undefined && { refersTo }),
    values: values.length > MAX_ALTERNATIVES ? [{ text: HOLE }] : values,
    ...(items.length > 0 && { items }),
    ...((one?.exported || two?.exported) && { exported: true }),
  };
}

function mergePlaces(scopes: readonly Scope[]): readonly string[] {
  const places = [...new Set(scopes.flatMap(({ cwds }) => cwds))];
  return places.length > 8 ? [HOLE] : places;
}

/** Joins the states at the ends of several ways; ways that ended do not come here. */
export function mergeScopes(scopes: readonly Scope[]): Scope {
  const open = scopes.filter(({ ended }) => !ended);
  const [first, ...rest] = open.length > 0 ? open : scopes;
  if (!first) return new Scope([HOLE]);
  if (open.length === 0 || rest.length === 0) return first;
  const merged = first.clone();
  merged.cwds = mergePlaces(open);
  for (const other of rest) {
    const names = [...merged.variables.entries(), ...other.variables.entries()].map(([name]) => name);
    for (const name of new Set(names)) {
      const one = merged.variables.get(name);
      const two = other.variables.get(name);
      if (one !== two) merged.variables.set(name, mergeVariables(one, two));
    }
    for (const [name, body] of other.functions.entries()) merged.functions.set(name, body);
    for (const [option] of other.options.entries()) merged.options.set(option, true);
    for (const [name, text] of other.aliases.entries()) merged.aliases.set(name, text);
  }
  return merged;
}
