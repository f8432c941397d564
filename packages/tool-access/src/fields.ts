import type { AccessMode, FieldUse, SearchScope, ToolFields } from './access.js';
import { readCommand } from './command-text.js';
import type { Findings } from './findings.js';
import { globBase } from './glob-base.js';
import { isRooted } from './path-text.js';
import { isRecord } from './values.js';

type Fields = Readonly<Record<string, unknown>>;

function useOf(rule: ToolFields[string]): FieldUse {
  return typeof rule === 'string' || Array.isArray(rule)
    ? { mode: rule as AccessMode | readonly AccessMode[] }
    : (rule as FieldUse);
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

function readGlob(pattern: string, via: string, use: FieldUse, input: Fields, findings: Findings): void {
  if (pattern.includes('\0')) {
    findings.problem('malformed', 'holds a NUL byte', via);
    return;
  }
  const directory = use.within === undefined ? undefined : input[use.within];
  if (use.within && typeof (directory ?? '') !== 'string') {
    findings.problem('malformed', 'is not a text', use.within);
  }
  const sighting = { modes: [use.mode].flat(), tree: { glob: pattern } };
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

function readText(value: string, via: string, use: FieldUse, input: Fields, findings: Findings): void {
  const sighting = { via, modes: [use.mode].flat(), tree: scopeOf(use.tree, input) };
  if (use.form === 'shell' || use.form === 'powershell') {
    readCommand({ text: value, via, shell: use.form === 'shell' ? 'posix' : 'powershell' }, findings);
  } else if (value.trim() === '') {
    if (use.default === undefined) findings.problem('malformed', 'is empty', via);
    else findings.path(use.default, sighting);
  } else if (use.form === 'uri') findings.uri(value, sighting);
  else if (use.form === 'glob') readGlob(value, via, use, input, findings);
  else findings.path(value, sighting);
}

function readValue(value: unknown, via: string, use: FieldUse, input: Fields, findings: Findings): void {
  if (typeof value === 'string') readText(value, via, use, input, findings);
  else if (use.objects === 'ignored' && isRecord(value)) return;
  else if (value !== undefined && value !== null) findings.problem('malformed', 'is not a text', via);
  else if (use.required) findings.problem('malformed', 'is missing', via);
  else if (use.default !== undefined) readText('', via, use, input, findings);
}

// `edits[].file_path` is the step `edits[]`, then the step `file_path`.
function follow(
  value: unknown,
  steps: readonly string[],
  path: string,
  visit: (value: unknown, via: string) => void,
  findings: Findings,
): void {
  const [step, ...rest] = steps;
  if (step === undefined) {
    visit(value, path);
    return;
  }
  const name = step.replace(/\[\]$/, '');
  const via = path === '' ? name : `${path}.${name}`;
  const inner = isRecord(value) ? value[name] : undefined;
  // A host turns a lone text into an array of one.
  if (name === step || !Array.isArray(inner)) {
    follow(inner, rest, via, visit, findings);
    return;
  }
  for (let index = 0; index < inner.length && findings.spend(); index += 1) {
    follow(inner[index], rest, `${via}[${index}]`, visit, findings);
  }
}

/** Reads the declared fields of a call. */
export function readFields(fields: ToolFields, input: unknown, findings: Findings): void {
  const record = isRecord(input) ? input : {};
  for (const [key, rule] of Object.entries(fields)) {
    findings.attempt(key, () => {
      const use = useOf(rule);
      follow(
        record,
        key.split('.'),
        '',
        (value, via) => readValue(value, via, use, record, findings),
        findings,
      );
    });
  }
}
