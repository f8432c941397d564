import type { Use } from '../catalogue/entry.js';
import { readSqlite } from '../code/editor-commands.js';
import type { Invocation } from '../invocation.js';
import { touch } from '../paths.js';
import { runEntry } from '../run.js';
import { runScriptFile } from '../script-file.js';
import { runStdinCode } from '../stdin-code.js';
import { type Field, HOLE, type Text, UNKNOWN } from '../text.js';
import { applyUse } from '../uses.js';

const CODE: ReadonlySet<Use> = new Set<Use>(['python', 'node', 'perl', 'ruby', 'php']);

/** Modules of python that only read the files that they are given. */
const READING_MODULES =
  /^(?:json\.tool|base64|tokenize|ast|dis|zipfile|tarfile|gzip|calendar|quopri|uu|pyclbr|tabnanny|py_compile|compileall|pstats|mimetypes|filecmp|difflib)$/;

function runModule(name: string, call: Invocation): Text {
  const { shell, args, via, stdin } = call;
  const { operands } = args;
  const entry = shell.catalogue.find(name);
  if (READING_MODULES.test(name)) {
    for (const operand of operands)
      if (!/^\d+$/.test(operand.text)) touch(operand, ['read'], `${via} -m ${name}`, shell);
    return UNKNOWN;
  }
  if (name === 'venv' || name === 'virtualenv') {
    for (const operand of operands) touch(operand, ['write'], `${via} -m ${name}`, shell);
    return UNKNOWN;
  }
  const start = call.fields.findIndex(({ text }) => text === name) + 1;
  if (entry) return runEntry(entry, name, call.name, call.fields.slice(start), shell, stdin);
  shell.report.problem('opaque', `${via} runs the module ${name.slice(0, 60)}`, call.name.span);
  return UNKNOWN;
}

function isVersion({ args, fields }: Invocation): boolean {
  return fields.length === 1 && args.has('-v -V --version -h --help');
}

/** Reads an interpreter: inline code, a module, a script, or the code that comes in. */
export function readInterpreter(call: Invocation): Text {
  const { shell, args, via } = call;
  const { report } = shell;
  if (isVersion(call)) return UNKNOWN;
  report.impure(`${via} runs code`);
  const coded = args.options.some(({ spec, value }) => CODE.has(spec.use) && value !== undefined);
  for (const { spec, value } of args.options) if (value) applyUse(spec.use, value, call);
  const inPlace = args.has('-i') && coded;
  const loops = args.has('-n -p') && coded;
  if (coded && (call.entry.stdinCode === 'perl' || call.entry.stdinCode === 'ruby')) {
    if (inPlace || loops) {
      for (const operand of args.operands) touch(operand, inPlace ? ['read', 'write'] : ['read'], via, shell);
    }
    return UNKNOWN;
  }
  const module = call.entry.stdinCode === 'python' ? args.valuesOf('-m')[0] : undefined;
  if (module) return module.text.includes(HOLE) ? UNKNOWN : runModule(module.text, call);
  if (coded) return UNKNOWN;
  const [script] = args.operands;
  if (script && script.text !== '-') {
    if (args.has('--test')) for (const operand of args.operands) runScriptFile(operand, call);
    else runScriptFile(script, call);
    return UNKNOWN;
  }
  if (args.has('--test --run')) report.problem('opaque', `${via} runs code of the project`, call.name.span);
  else if (call.entry.stdinCode)
    runStdinCode(call.entry.stdinCode, { ...call, args: args.without('options') });
  return UNKNOWN;
}

/** Reads `sqlite3`: its database, and the commands that it is given or that come in. */
export function readSqliteCommand(call: Invocation): Text {
  const { args, stdin } = call;
  const [database, ...commands] = args.operands;
  for (const { spec, value } of args.options) if (value) applyUse(spec.use, value, call);
  if (database) applyUse('database', database, call);
  for (const command of commands) readSqlite(command, call);
  if (stdin && commands.length === 0) readSqlite(stdin as Field, call);
  call.shell.report.impure('sqlite3 may change a database');
  return UNKNOWN;
}
