import type { Platform } from '../access.js';
import { type CommandTable, createCatalogue } from './catalogue/entry.js';
import { builtinCatalogue } from './catalogue/index.js';
import { viewFiles } from './files.js';
import { runList } from './flow.js';
import { Interpreter } from './interpreter.js';
import { MAX_LENGTH, TooLarge } from './limits.js';
import { parseCommand } from './parse.js';
import { type Analysis, Report } from './report.js';
import { posixForm, windowsForm } from './windows-form.js';

/** How commands are read. */
export interface ShellOptions {
  /** Whether globs, links and folders may be looked up on disk; true when absent. */
  readonly fileSystem?: boolean;
  /** Commands of your own; they win over the built-in ones. */
  readonly commands?: CommandTable;
  /** The environment that the command will run in; unknown when absent. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Where a command is to run. */
export interface Setting extends ShellOptions {
  readonly cwd: string;
  readonly home: string;
  readonly platform?: Platform | undefined;
}

const BUILTIN = createCatalogue([builtinCatalogue]);

const CACHED = 16;
// Long enough for the guards of one stack, too short for the disk to have changed in between by another call.
const FRESH = 50;

interface Cached {
  readonly at: number;
  readonly setting: Setting;
  readonly analysis: Analysis;
}

const cache = new Map<string, Cached>();

function isFresh(cached: Cached, { cwd, home, platform, fileSystem, commands, env }: Setting): boolean {
  const { setting } = cached;
  return (
    performance.now() - cached.at < FRESH &&
    setting.cwd === cwd &&
    setting.home === home &&
    setting.platform === platform &&
    setting.fileSystem === fileSystem &&
    setting.commands === commands &&
    setting.env === env
  );
}

function spellingOf({ platform, cwd }: Setting): ((path: string) => string) | undefined {
  return platform === 'win32' ? (path) => windowsForm(path, cwd) : undefined;
}

function readAll(text: string, setting: Setting, report: Report): void {
  if (text.includes('\0')) {
    report.problem('unreadable', 'could not be read: it holds a NUL character');
    return;
  }
  const parsed = parseCommand(text);
  if (!('script' in parsed)) {
    const at = parsed.at === undefined ? undefined : { start: parsed.at, end: text.length };
    report.problem('unreadable', `could not be read: ${parsed.fault}`, at);
    return;
  }
  const catalogue = setting.commands ? createCatalogue([builtinCatalogue, setting.commands]) : BUILTIN;
  const windows = setting.platform === 'win32';
  const shell = new Interpreter({
    cwd: windows ? posixForm(setting.cwd) : setting.cwd,
    home: windows ? posixForm(setting.home) : setting.home,
    windows,
    environment: setting.env ?? {},
    files: setting.fileSystem === false ? undefined : viewFiles(spellingOf(setting)),
    catalogue,
    report,
  });
  runList(parsed.script, shell, {});
}

/** Reads a command as bash would run it: never throws, and its time and memory are bounded. */
export function analyse(text: string, setting: Setting): Analysis {
  const key = `${setting.cwd}\0${text}`;
  const known = cache.get(key);
  if (known && isFresh(known, setting)) return known.analysis;
  const report = new Report(spellingOf(setting));
  try {
    readAll(text, setting, report);
  } catch (error) {
    const why =
      error instanceof TooLarge && error.message !== '' ? error.message : 'it is too large or too deep';
    report.problem('unreadable', `could not be read: ${why}`);
  }
  if (text.length <= MAX_LENGTH) {
    cache.delete(key);
    cache.set(key, { at: performance.now(), setting, analysis: report.analysis });
    const oldest = cache.keys().next().value;
    if (cache.size > CACHED && oldest !== undefined) cache.delete(oldest);
  }
  return report.analysis;
}
