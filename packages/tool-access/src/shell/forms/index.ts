import type { Form, Invocation } from '../invocation.js';
import { type Field, HOLE, type Text, UNKNOWN } from '../text.js';
import { readContainerRun } from './containers.js';
import { readCpio, readPax } from './copies.js';
import { readLineEditor, readPatch } from './edits.js';
import { readFd } from './fd.js';
import { readAwkCommand, readCurl, readJqCommand } from './filters.js';
import { readFind } from './find.js';
import { readInterpreter, readSqliteCommand } from './interpreters.js';
import { readLn } from './links.js';
import { readSevenZip } from './seven-zip.js';
import { readLater, readShell, readShellWords, readTypedKeys } from './shells.js';
import { readTar } from './tar.js';
import { readTransferProgram } from './transfers.js';
import { readAfterDashes, readAssigning, readCommandWord, readRunner, readSsh } from './wrappers.js';
import { readParallel, readXargs } from './xargs.js';
import { readZip } from './zip.js';

// Whether the words are `-n word`, `-z word` or `word = word`, where none of them can become more than one.
function isPlainTest(fields: readonly Field[]): boolean {
  const words = fields.filter(({ text }) => text !== ']');
  const [first, second, third] = words[0]?.text === '!' ? words.slice(1) : words;
  if (
    words.length > 4 ||
    !first ||
    !second ||
    !words.every(({ whole, captured, text }) => whole || !(captured || text.includes(HOLE)))
  )
    return false;
  return third === undefined ? /^-[nz]$/.test(first.text) : /^(?:==?|!=)$/.test(second.text);
}

function readTest({ fields, shell }: Invocation): Text {
  if (fields.some(({ text }) => /^-[vR]$/.test(text)))
    shell.report.impure('a test that may evaluate an index');
  const isUnsure = fields.some(({ text, captured }) => captured || text.startsWith(HOLE));
  if (isUnsure && !isPlainTest(fields))
    shell.report.impure('a test has an argument that only the running command knows');
  return UNKNOWN;
}

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
  curl: readCurl,
  awk: readAwkCommand,
  cpio: readCpio,
  pax: readPax,
  transfers: readTransferProgram,
  'seven-zip': readSevenZip,
  interpreter: readInterpreter,
  sqlite: readSqliteCommand,
  'after-dashes': readAfterDashes,
  'typed-keys': readTypedKeys,
  later: readLater,
  container: readContainerRun,
  fd: readFd,
  ps({ fields, shell }) {
    // In the old style `e` shows the environment of each process.
    const shows = fields.some(({ text }) =>
      text.startsWith('-') ? text.includes('E') : /[eE\0]/.test(text),
    );
    if (shows) shell.report.impure('ps may show the environment');
    return UNKNOWN;
  },
  test: readTest,
};
