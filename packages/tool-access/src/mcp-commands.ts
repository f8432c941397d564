import { readCommand } from './command-text.js';
import type { Findings } from './findings.js';
import type { Deed } from './mcp-deeds.js';
import type { NamedField } from './mcp-surroundings.js';
import { anyOf, wordSet } from './words.js';

const COMMAND_KEYS = wordSet(
  'command commands cmd cmds cmdline commandline shellcommand bashcommand script shell bash powershell',
);
const TYPED_KEYS = wordSet('input text keys line lines data');
const CODE_KEYS = wordSet('code sourcecode pythoncode jscode javascript python expression');

const TERMINALS = wordSet(
  'shell bash zsh sh powershell pwsh terminal console process repl pty tmux iterm ssh subprocess',
);
const RUNNERS = wordSet('command commands cmd exec execute run start spawn launch');
const POWERSHELLS = wordSet('powershell pwsh');
/** `explain_command` talks about a command. */
const TALKERS = wordSet('explain describe search find lookup list suggest validate check lint parse analyze');

function isWordOfAction(text: string): boolean {
  return /^\s*[a-z_]{1,24}\s*$/.test(text);
}

function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function commandTexts({ name, value }: NamedField, via: string): { text: string; via: string }[] {
  if (typeof value === 'string') return [{ text: value, via }];
  if (!Array.isArray(value)) return [];
  const words = value.slice(0, 1000).filter((word) => typeof word === 'string');
  // A list is the words of one command, or the lines of several.
  const text = /^(?:commands|cmds|lines)$/.test(name) ? words.join('\n') : words.map(quoted).join(' ');
  return words.length === 0 ? [] : [{ text, via }];
}

/** The tool that a command is given to. */
export interface CommandTool {
  words: readonly string[];
  serverWords: readonly string[];
  deed: Deed;
  base: string | undefined;
}

/** Whether a field holds a command or program text; reads it if so. */
export function readCommandField(
  field: NamedField,
  via: string,
  tool: CommandTool,
  findings: Findings,
): boolean {
  const { name, value } = field;
  if (TALKERS.has(tool.words[0] ?? '')) return false;
  if (CODE_KEYS.has(name) && typeof value === 'string' && tool.deed === 'execute') {
    findings.problem('code', 'is program text, which was not read', via);
    return true;
  }
  const isTerminal = anyOf(tool.words, TERMINALS) || anyOf(tool.serverWords, TERMINALS);
  const runs = isTerminal || anyOf(tool.words, RUNNERS);
  const isCommand = COMMAND_KEYS.has(name) && (runs || tool.deed === 'unknown');
  if (!isCommand && !(isTerminal && TYPED_KEYS.has(name))) return false;
  const texts = commandTexts(field, via);
  // `{ command: 'view', path }` chooses what an editor does.
  if (!runs && texts.every(({ text }) => isWordOfAction(text))) return false;
  const shell = anyOf(tool.words, POWERSHELLS) ? 'powershell' : 'posix';
  for (const found of texts) readCommand({ ...found, shell, base: tool.base }, findings);
  return texts.length > 0;
}
