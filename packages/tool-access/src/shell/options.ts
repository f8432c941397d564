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
export interface Arguments {
  readonly options: readonly GivenOption[];
  readonly operands: readonly Field[];
  /** How many of the operands stood before a `--`. */
  readonly beforeDashes: number;
  readonly dashes: boolean;
  readonly unknown: readonly Field[];
  has(names: string | undefined): boolean;
  valuesOf(names: string | undefined): readonly Field[];
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

/** Sorts the words after a command's name by the entry's rules. */
export function parseArguments(fields: readonly Field[], entry: CommandEntry): Arguments {
  const table = optionTable(entry);
  const style = entry.style ?? 'gnu';
  const options: GivenOption[] = [];
  const operands: Field[] = [];
  const unknown: Field[] = [];
  let beforeDashes = -1;
  let index = 0;

  function give(spec: OptionSpec, glued: Field | undefined): void {
    if (spec.value !== 'needed') options.push({ spec, value: glued });
    else if (glued) options.push({ spec, value: glued });
    else {
      index += 1;
      options.push({ spec, value: fields[index] });
    }
  }

  function giveLong(field: Field): void {
    const equals = field.text.indexOf('=');
    const name = equals < 0 ? field.text : field.text.slice(0, equals);
    const spec = longSpec(name, table, style === 'gnu');
    if (spec) give(spec, equals < 0 ? undefined : tailOf(field, equals + 1));
    else unknown.push(field);
  }

  function giveCluster(field: Field): void {
    for (let at = 1; at < field.text.length; at += 1) {
      const spec = table.specs.get(`-${field.text[at]}`);
      if (!spec) {
        unknown.push(field);
        return;
      }
      const rest = at + 1 < field.text.length ? tailOf(field, at + 1) : undefined;
      if (spec.value !== 'none') {
        give(spec, rest?.text.startsWith('=') && style !== 'gnu' ? tailOf(rest, 1) : rest);
        return;
      }
      give(spec, undefined);
    }
  }

  for (; index < fields.length; index += 1) {
    const field = fields[index] as Field;
    const { text } = field;
    const isOption = text.length > 1 && text.startsWith('-') && style !== 'none';
    if (entry.optionsFirst && operands.length > 0) operands.push(field);
    else if (text === '--' && style !== 'none') {
      beforeDashes = operands.length;
      operands.push(...fields.slice(index + 1));
      break;
    } else if (!isOption) {
      if (text.startsWith('+') && entry.plus && text.length > 1) {
        if (entry.plus !== true) options.push({ spec: specOf('+', entry.plus), value: tailOf(field, 1) });
      } else operands.push(field);
    } else if (entry.digits && /^-\d+$/.test(text)) {
      const count = table.specs.get('-n');
      if (count?.value === 'needed') options.push({ spec: count, value: tailOf(field, 1) });
    } else if (text[1] === HOLE) unknown.push(field);
    else if (text.startsWith('--') || style === 'single' || table.specs.has(text)) giveLong(field);
    else giveCluster(field);
  }

  return {
    options,
    operands,
    unknown,
    dashes: beforeDashes >= 0,
    beforeDashes: beforeDashes < 0 ? operands.length : beforeDashes,
    has(names) {
      if (names === undefined || options.length === 0) return false;
      const specs = wantedSpecs(names, table);
      return options.some(({ spec }) => specs.has(spec));
    },
    valuesOf(names) {
      if (names === undefined || options.length === 0) return [];
      const specs = wantedSpecs(names, table);
      return options.flatMap(({ spec, value }) => (specs.has(spec) && value ? [value] : []));
    },
  };
}
