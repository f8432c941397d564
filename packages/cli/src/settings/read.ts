import { readFileSync } from 'node:fs';
import { HookloomError } from '@hookloom/core';
import type { SettingsFile } from '@hookloom/plugins-fs-guard';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';

/** What a settings file holds. */
export interface Settings extends SettingsFile {
  /** The file's text; `undefined` where there is no file. */
  readonly text: string | undefined;
  /** What it says; empty where there is no file, or it cannot be read. */
  readonly value: Readonly<Record<string, unknown>>;
  /** Why the host could not read it. */
  readonly fault?: HookloomError;
}

/** Reads a settings file as strictly as the host does: plain JSON, no comments, no trailing commas; a BOM is fine. */
export function readSettings(file: SettingsFile): Settings {
  let text: string;
  try {
    text = readFileSync(file.path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { ...file, text: undefined, value: {} };
    return {
      ...file,
      text: undefined,
      value: {},
      fault: faultAt(file.path, `it cannot be read (${code})`, cause),
    };
  }
  if (text.trim() === '') return { ...file, text, value: {} };
  const errors: ParseError[] = [];
  const value: unknown = parse(text.replace(/^\ufeff/, ' '), errors, { disallowComments: true });
  const [error] = errors;
  if (error !== undefined) {
    const why = `${wordsOf(error)} in ${placeOf(text, error.offset)}`;
    return { ...file, text, value: {}, fault: faultAt(file.path, why) };
  }
  if (!isObject(value)) {
    return { ...file, text, value: {}, fault: faultAt(file.path, 'it holds no JSON object') };
  }
  return { ...file, text, value };
}

function faultAt(path: string, why: string, cause?: unknown): HookloomError {
  return new HookloomError('SETTINGS_INVALID', `${path}: ${why}`, { value: path, cause });
}

function wordsOf({ error }: ParseError): string {
  const words = printParseErrorCode(error)
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
  return words === 'invalid comment token' ? 'a comment, which the host does not take,' : words;
}

/** Says where an offset of a text is, as editors count. */
export function placeOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}

/** Tells whether a value is an object with keys. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
