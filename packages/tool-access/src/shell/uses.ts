import type { AccessMode, SearchScope } from '../access.js';
import {
  readCertificate,
  readDownload,
  readFormFile,
  readOutputName,
  readUpload,
  readUrl,
  readWriteOut,
} from './addresses.js';
import type { BaseUse, Use } from './catalogue/entry.js';
import { readAwk } from './code/awk.js';
import { readMakefile } from './code/build-code.js';
import { readSqlite, readVim } from './code/editor-commands.js';
import { readElisp, readPsql, readTcl, readUnitProperty } from './code/foreign-code.js';
import { type Language, readInlineCode } from './code/inline-code.js';
import { readJq } from './code/jq.js';
import { readSed } from './code/sed.js';
import { readTransfer } from './code/transfer-commands.js';
import {
  readCheckoutWord,
  readLineRange,
  readPathspec,
  readRevision,
  readSetting,
} from './forms/git-words.js';
import type { Invocation } from './invocation.js';
import { optionTable } from './options.js';
import { knownContent, touch, touchNames } from './paths.js';
import { runScriptFile } from './script-file.js';
import { type Field, HOLE, tailOf } from './text.js';
import {
  readAtFile,
  readDd,
  readDockerSecret,
  readFileUri,
  readHttpie,
  readMedia,
  readMount,
  readNameAtFile,
  readRemote,
  readSocat,
  readSysctl,
  readVolume,
} from './value-forms.js';

type Reader = (field: Field, call: Invocation, tree: SearchScope | undefined) => void;

function path(...modes: AccessMode[]): Reader {
  return (field, { shell, via }, tree) => {
    if (field.text === '-') return;
    touch(field, modes, via, shell, modes.includes('list') ? undefined : tree);
  };
}

function code(language: Language): Reader {
  return (field, call) => readInlineCode(language, field, call);
}

const none: Reader = () => {};

const runProgram: Reader = (field, { shell, via }) => {
  shell.report.impure(`${via} runs a command`);
  shell.runText(field, { inside: 'new' });
};

/** How each use is read. */
export const READERS: Readonly<Record<BaseUse, Reader>> = {
  text: none,
  command: none,
  module: none,
  read: path('read'),
  'list-file': (field, call, tree) => {
    call.shell.report.impure(`${call.via} reads files that another file names`);
    path('read')(field, call, tree);
    const names = field.text === '-' ? call.stdin : knownContent(field, call.shell);
    touchNames(names, call);
  },
  write: path('write'),
  edit: path('read', 'write'),
  move: (field, { shell, via }, tree) => touch(field, ['read', 'write'], via, shell, tree ?? {}),
  folder: (field, { shell, via }) => touch(field, ['read'], via, shell, {}),
  list: path('list'),
  cd: path('list'),
  execute: path('execute'),
  script: (field, call) => runScriptFile(field, call),
  makefile: (field, call) => {
    const isInput = /^(?:-|\/dev\/(?:stdin|fd\/0))$/.test(field.text);
    const known = isInput ? call.stdin : knownContent(field, call.shell);
    if (known) readMakefile(known, call);
    else if (!isInput) runScriptFile(field, call);
  },
  'make-text': (field, call) => readMakefile(field, call),
  shell: runProgram,
  program: runProgram,
  'at-file': readAtFile,
  'form-file': readFormFile,
  'name-at-file': readNameAtFile,
  cookie: (field, call, tree) => {
    if (!field.text.includes('=')) path('read')(field, call, tree);
  },
  url: readUrl,
  download: readDownload,
  upload: readUpload,
  'output-name': readOutputName,
  certificate: readCertificate,
  'write-out': readWriteOut,
  setting: readSettingOption,
  'file-uri': readFileUri,
  'file-or-url': (field, call, tree) => {
    if (/^[a-z][\w+.-]*:\/\//i.test(field.text)) readFileUri(field, call);
    else path('read')(field, call, tree);
  },
  media: readMedia,
  socat: readSocat,
  'remote-read': (field, call) => readRemote('read', field, call),
  'remote-write': (field, call) => readRemote('write', field, call),
  'remote-move': (field, call) => {
    readRemote('read', field, call);
    readRemote('write', field, call);
  },
  revision: readRevision,
  pathspec: (field, call) => readPathspec(field, call),
  'pathspec-write': (field, call) => readPathspec(field, call, ['write']),
  'checkout-word': readCheckoutWord,
  'config-file': (field, call, tree) => {
    const lists = call.args.has('-l --list --get --get-all --get-regexp --get-urlmatch');
    path(...(lists || call.args.operands.length === 1 ? (['read'] as const) : (['read', 'write'] as const)))(
      field,
      call,
      tree,
    );
  },
  'line-range': readLineRange,
  httpie: readHttpie,
  'git-setting': readSetting,
  'git-format': (field, { shell, via }) => {
    if (/%G|%\(signature|\0/.test(field.text)) shell.report.impure(`${via} may check a signature`);
  },
  volume: readVolume,
  mount: readMount,
  'docker-secret': readDockerSecret,
  'key-file': (field, { shell, via }) =>
    touch(tailOf(field, field.text.indexOf('=') + 1), ['read'], via, shell, { depth: 1 }),
  dd: readDd,
  sed: readSed,
  awk: readAwk,
  jq: readJq,
  yq: readJq,
  vim: readVim,
  sqlite: readSqlite,
  psql: readPsql,
  transfer: readTransfer,
  elisp: readElisp,
  tcl: readTcl,
  property: readUnitProperty,
  python: code('python'),
  node: code('node'),
  perl: code('perl'),
  ruby: code('ruby'),
  php: code('php'),
  'openssl-source': (field, call, tree) => {
    if (field.text.startsWith('file:')) path('read')(tailOf(field, 5), call, tree);
    else if (field.text.startsWith('env:')) call.shell.report.impure('reads the environment');
  },
  'file-like': (field, call, tree) => {
    if (/[./]/.test(field.text) || field.text.includes(HOLE)) path('read')(field, call, tree);
  },
  'module-file': (field, call) => {
    if (field.text === 'dotenv/config') touch({ text: '.env' }, ['read'], call.via, call.shell);
    else if (/^[./]/.test(field.text)) runScriptFile(field, call);
    call.shell.report.impure(`${call.via} loads a module`);
  },
  database: (field, call, tree) => {
    if (field.text !== ':memory:') path('read', 'write')(field, call, tree);
  },
  'package-file': (field, call, tree) => {
    if (/\.deb$|\//.test(field.text)) path('read')(field, call, tree);
    touch({ text: '/usr' }, ['write'], call.via, call.shell);
  },
  number: (field, { shell, via }) => {
    if (!/^\d+$/.test(field.text)) shell.report.impure(`${via} is given more than a number`);
  },
  'key-output': (field, call, tree) => {
    const reads = call.args.has('-l -y -F -B -e -L -H');
    path(reads ? 'read' : 'write')(field, call, tree);
  },
  alternatives: (_, { shell, via }) => touch({ text: '/etc/alternatives' }, ['write'], via, shell),
  sysctl: readSysctl,
};

// wget's `-e key=value` is the option of that name.
function readSettingOption(field: Field, call: Invocation): void {
  const [lead, key = ''] = /^\s*([\w-]+)\s*=\s*/.exec(field.text) ?? [];
  if (lead === undefined) return;
  const plain = key.toLowerCase().replace(/[_-]/g, '');
  const sought = SETTINGS[plain] ?? plain;
  const { specs, long } = optionTable(call.entry);
  const name = long.find((each) => each.replaceAll('-', '') === sought);
  const spec = name === undefined ? undefined : specs.get(name);
  if (spec && spec.use !== 'setting') applyUse(spec.use, tailOf(field, lead.length), call);
}

const SETTINGS: Readonly<Record<string, string>> = {
  input: 'inputfile',
  logfile: 'outputfile',
  dirprefix: 'directoryprefix',
};

/** Does to one value what the catalogue says. */
export function applyUse(use: Use, field: Field, call: Invocation, tree?: SearchScope): void {
  READERS[(use.endsWith('!') ? use.slice(0, -1) : use) as BaseUse](field, call, tree);
}
