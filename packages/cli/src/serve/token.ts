import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { HookloomError } from '@hookloom/core';

const OTHERS = 0o077;
const SHORTEST = 16;

/**
 * Reads the token that requests have to bear; makes one where the file is missing, for its owner alone.
 * @throws HookloomError `OPTION_INVALID` for a file that others can read, or that holds no token.
 */
export function readToken(file: string): string {
  makeToken(file);
  const descriptor = openSync(file, 'r');
  try {
    if (process.platform !== 'win32' && (fstatSync(descriptor).mode & OTHERS) !== 0) {
      throw new HookloomError(
        'OPTION_INVALID',
        `${file} is open to others: run chmod 600 on it, and make a new token if somebody may have read it`,
        { value: file },
      );
    }
    const token = readFileSync(descriptor, 'utf8').trim();
    if (token.length >= SHORTEST && !/\s/.test(token)) return token;
  } finally {
    closeSync(descriptor);
  }
  throw new HookloomError('OPTION_INVALID', `${file} holds no token of ${SHORTEST} characters or more`, {
    value: file,
  });
}

/** Tells whether the value of an Authorization header bears the token, in a time that does not depend on it. */
export function bearsToken(header: string | undefined, token: string): boolean {
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(header ?? '') ?? [];
  return timingSafeEqual(digestOf(given), digestOf(token));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function makeToken(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
