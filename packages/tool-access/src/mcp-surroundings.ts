import type { Findings } from './findings.js';
import type { Role } from './mcp-deeds.js';
import { type PathKey, pathKeyOf } from './mcp-keys.js';
import { wordSet, wordsOf } from './words.js';

/** A field of a call, with what its name says. */
export interface NamedField {
  key: string;
  /** The words of the key, without what is between them. */
  name: string;
  value: unknown;
  names: PathKey | undefined;
}

/** What the fields beside a field say about it. */
export interface Surroundings {
  /** Something in the call is a destination, so that a `source` is only a source. */
  hasTarget: boolean;
  /** The call brings its own content, so that nothing is read from a file for it. */
  carriesContent: boolean;
  /** The directory in which a `filename` of the same call is looked for. */
  directory: string | undefined;
  hasFileName: boolean;
  /** The path that a `new_name` of the same call stands beside. */
  source: string | undefined;
}

const CARRIED = wordSet('content contents body data text base64 contentbytes filecontent');

/** The fields of an object, with what their names say. */
export function namedFields(
  input: Readonly<Record<string, unknown>>,
  path: string,
  findings: Findings,
): NamedField[] {
  const fields: NamedField[] = [];
  for (const key of Object.keys(input)) {
    if (!findings.spend()) break;
    findings.attempt(`${path}${key}`, () => {
      fields.push({ key, name: wordsOf(key).join(''), value: input[key], names: pathKeyOf(key) });
    });
  }
  return fields;
}

/** The first text among fields of these names. */
export function textOf(fields: readonly NamedField[], names: ReadonlySet<string>): string | undefined {
  const isText = ({ value }: NamedField) => typeof value === 'string' && value.trim() !== '';
  return fields.find((field) => names.has(field.name) && isText(field))?.value as string | undefined;
}

/** What the fields of one object say about each other. The content of a message is not that of a file. */
export function surroundingsOf(fields: readonly NamedField[], isMessage: boolean): Surroundings {
  const texts = fields.flatMap(({ value, names }) =>
    names && typeof value === 'string' && value.trim() !== '' ? [{ value, names }] : [],
  );
  const plays = (names: PathKey, ...roles: Role[]) => roles.includes(names.role);
  const certain = texts.filter(({ names }) => names.sort === 'certain' && !names.base);
  return {
    hasTarget: fields.some(({ names }) => names && plays(names, 'target', 'output')),
    carriesContent: !isMessage && fields.some(({ name }) => CARRIED.has(name)),
    directory: certain.find(({ names }) => names.directory && plays(names, 'plain'))?.value,
    hasFileName: certain.some(({ names }) => names.fileName),
    source: texts.find(({ names }) => !names.directory && plays(names, 'plain', 'source'))?.value,
  };
}
