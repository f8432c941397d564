import type { Platform } from '../access.js';
import { userHome } from '../path-text.js';
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
export interface Setting {
  readonly cwd: string;
  /** The user's home when absent. */
  readonly home?: string | undefined;
  readonly platform?: Platform | undefined;
  readonly shell?: ShellOptions | undefined;
}

const BUILTIN = createCatalogue([builtinCatalogue]);

const KEPT = 16;
// Long enough for the guards of one stack, too short for the disk to have changed in between by another call.
const FRESH = 50;

interface Kept {
  readonly text: string;
  readonly setting: Setting;
  readonly analysis: Analysis;
  readonly at: number;
}

// A ring, and no Map: the tables that a Map grows out of keep alive what was deleted from them.
const recent: Kept[] = [];
let oldest = 0;

function isSame(one: Setting, other: Setting): boolean {
  return (
    one.cwd === other.cwd &&
    one.home === other.home &&
    one.platform === other.platform &&
    one.shell?.fileSystem === other.shell?.fileSystem &&
    one.shell?.commands === other.shell?.commands &&
    one.shell?.env === other.shell?.env
  );
}

function recall(text: string, setting: Setting): Analysis | undefined {
  for (const kept of recent) {
    if (kept.text === text && isSame(kept.setting, setting) && performance.now() - kept.at < FRESH)
      return kept.analysis;
  }
  return undefined;
}

function keep(text: string, setting: Setting, analysis: Analysis): void {
  if (text.length > MAX_LENGTH) return;
  recent[oldest] = { text, setting, analysis, at: performance.now() };
  oldest = (oldest + 1) % KEPT;
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
  const { commands, fileSystem, env = {} } = setting.shell ?? {};
  const catalogue = commands ? createCatalogue([builtinCatalogue, commands]) : BUILTIN;
  const windows = setting.platform === 'win32';
  const home = setting.home ?? userHome();
  const shell = new Interpreter({
    cwd: windows ? posixForm(setting.cwd) : setting.cwd,
    home: windows ? posixForm(home) : home,
    windows,
    environment: env,
    files: fileSystem === false ? undefined : viewFiles(spellingOf(setting)),
    catalogue,
    report,
  });
  runList(parsed.script, shell, {});
}

/** Reads a command as bash would run it: never throws, and its time and memory are bounded. */
export function analyse(text: string, setting: Setting): Analysis {
  const known = recall(text, setting);
  if (known) return known;
  const report = new Report(spellingOf(setting));
  try {
    readAll(text, setting, report);
  } catch (error) {
    const why =
      error instanceof TooLarge && error.message !== '' ? error.message : 'it is too large or too deep';
    report.problem('unreadable', `could not be read: ${why}`);
  }
  const analysis = report.finish();
  keep(text, setting, analysis);
  return analysis;
}
