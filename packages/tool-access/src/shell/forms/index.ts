import type { Form } from '../invocation.js';
import { UNKNOWN } from '../text.js';
import { readLineEditor, readPatch } from './edits.js';
import { readFd } from './fd.js';
import { readAwkCommand, readCpio, readJqCommand } from './filters.js';
import { readFind } from './find.js';
import { readInterpreter, readSqliteCommand } from './interpreters.js';
import { readLn } from './links.js';
import { readLater, readShell, readShellWords, readTypedKeys } from './shells.js';
import { readTar } from './tar.js';
import { readAfterDashes, readAssigning, readCommandWord, readRunner, readSsh } from './wrappers.js';
import { readParallel, readXargs } from './xargs.js';
import { readZip } from './zip.js';

/** The commands whose grammar is their own, by the name that an entry gives. */
export const FORMS: Readonly<Record<string, Form>> = {
  find: readFind,
  xargs: readXargs,
  parallel: readParallel,
  shell: readShell,
  'shell-words': readShellWords,
  tar: readTar,
  ln: readLn,
  assigning: readAssigning,
  command: readCommandWord,
  runner: readRunner,
  ssh: readSsh,
  patch: readPatch,
  'line-editor': readLineEditor,
  zip: readZip,
  jq: readJqCommand,
  awk: readAwkCommand,
  cpio: readCpio,
  interpreter: readInterpreter,
  sqlite: readSqliteCommand,
  'after-dashes': readAfterDashes,
  'typed-keys': readTypedKeys,
  later: readLater,
  fd: readFd,
  ps({ fields, shell }) {
    // In the old style `e` shows the environment of each process.
    const shows = fields.some(({ text }) =>
      text.startsWith('-') ? text.includes('E') : /[eE\0]/.test(text),
    );
    if (shows) shell.report.impure('ps may show the environment');
    return UNKNOWN;
  },
  test({ fields, shell }) {
    if (fields.some(({ text }) => /^-[vR]$/.test(text)))
      shell.report.impure('a test that may evaluate an index');
    return UNKNOWN;
  },
};
