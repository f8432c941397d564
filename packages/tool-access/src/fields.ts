import type { AccessMode, FieldUse, SearchScope, ToolFields } from './access.js';
import { readCommand } from './command-text.js';
import type { Findings } from './findings.js';
import { globBase } from './glob-base.js';
import { isRooted } from './path-text.js';
import { isRecord } from './values.js';

type Fields = Readonly<Record<string, unknown>>;

/** One declared field, taken apart. */
interface Declared {
  readonly key: string;
  /** `edits[].file_path` is the step `edits[]`, then the step `file_path`. */
  readonly steps: readonly string[];
  readonly use: FieldUse;
  readonly modes: readonly AccessMode[];
}

// The same few declarations are asked for at every call.
const declarations = new WeakMap<ToolFields, readonly Declared[]>();

function useOf(rule: ToolFields[string]): FieldUse {
  return typeof rule === 'string' || Array.isArray(rule)
    ? { mode: rule as AccessMode | readonly AccessMode[] }
    : (rule as FieldUse);
}

function declaredIn(fields: ToolFields): readonly Declared[] {
  let declared = declarations.get(fields);
  if (!declared) {
    declared = Object.entries(fields).map(([key, rule]) => {
      const use = useOf(rule);
      return { key, steps: key.split('.'), use, modes: [use.mode].flat() };
    });
    declarations.set(fields, declared);
  }
  return declared;
}

function textOf(input: Fields, key: string | undefined): string | undefined {
  const value = key === undefined ? undefined : input[key];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function scopeOf(tree: FieldUse['tree'], input: Fields): SearchScope | undefined {
  if (!tree) return undefined;
  const glob = textOf(input, tree.glob);
  const type = textOf(input, tree.type);
  return { ...(glob === undefined ? {} : { glob }), ...(type === undefined ? {} : { type }) };
}

function readGlob(pattern: string, via: string, declared: Declared, input: Fields, findings: Findings): void {
  const { use, modes } = declared;
  if (pattern.includes('\0')) {
    findings.problem('malformed', 'holds a NUL byte', via);
    return;
  }
  const directory = use.within === undefined ? undefined : input[use.within];
  if (use.within && typeof (directory ?? '') !== 'string') {
    findings.problem('malformed', 'is not a text', use.within);
  }
  const sighting = { modes, tree: { glob: pattern } };
  const slashed = findings.context.platform === 'win32' ? pattern.replaceAll('\\', '/') : pattern;
  const start = globBase(slashed.trim());
  const within = textOf(input, use.within);
  // A pattern that is absolute or climbs out leaves the directory that it starts from.
  if (isRooted(start, findings.context.platform) || start.split('/').includes('..')) {
    findings.path(start, { ...sighting, via, base: within });
  } else {
    findings.path(within ?? '.', { ...sighting, via: use.within ?? via });
  }
}

function readText(value: string, via: string, declared: Declared, input: Fields, findings: Findings): void {
  const { use, modes } = declared;
  if (use.form === 'shell' || use.form === 'powershell') {
    readCommand({ text: value, via, shell: use.form === 'shell' ? 'posix' : 'powershell' }, findings);
    return;
  }
  const sighting = { via, modes, tree: scopeOf(use.tree, input) };
  if (value.trim() === '') {
    if (use.default === undefined) findings.problem('malformed', 'is empty', via);
    else findings.path(use.default, sighting);
  } else if (use.form === 'uri') findings.uri(value, sighting);
  else if (use.form === 'glob') readGlob(value, via, declared, input, findings);
  else findings.path(value, sighting);
}

function readValue(value: unknown, via: string, declared: Declared, input: Fields, findings: Findings): void {
  const { use } = declared;
  if (typeof value === 'string') readText(value, via, declared, input, findings);
  else if (use.objects === 'ignored' && isRecord(value)) return;
  else if (value !== undefined && value !== null) findings.problem('malformed', 'is not a text', via);
  else if (use.required) findings.problem('malformed', 'is missing', via);
  else if (use.default !== undefined) readText('', via, declared, input, findings);
}

function follow(
  value: unknown,
  declared: Declared,
  at: number,
  path: string,
  input: Fields,
  findings: Findings,
): void {
  const step = declared.steps[at];
  if (step === undefined) {
    readValue(value, path, declared, input, findings);
    return;
  }
  const name = step.endsWith('[]') ? step.slice(0, -2) : step;
  const via = path === '' ? name : `${path}.${name}`;
  const inner = isRecord(value) ? value[name] : undefined;
  // A host turns a lone text into an array of one.
  if (name === step || !Array.isArray(inner)) {
    follow(inner, declared, at + 1, via, input, findings);
    return;
  }
  for (let index = 0; index < inner.length && findings.spend(); index += 1) {
    follow(inner[index], declared, at + 1, `${via}[${index}]`, input, findings);
  }
}

/** Reads the declared fields of a call. */
export function readFields(fields: ToolFields, input: unknown, findings: Findings): void {
  const record = isRecord(input) ? input : {};
  for (const declared of declaredIn(fields)) {
    try {
      follow(record, declared, 0, '', record, findings);
    } catch {
      findings.problem('malformed', 'could not be read', declared.key);
    }
  }
}
