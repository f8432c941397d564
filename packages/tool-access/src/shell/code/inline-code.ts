import type { AccessMode } from '../../access.js';
import type { Invocation } from '../invocation.js';
import { touch } from '../paths.js';
import { type Field, HOLE } from '../text.js';
import { folded } from './folded.js';

/** The languages whose inline code is looked through. */
export type Language = 'python' | 'node' | 'perl' | 'ruby' | 'php';

const TEXT = String.raw`(?:[rbfuRBFU]{0,2})(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|\x60((?:\\.|[^\x60\\])*)\x60|q[qw]?[{(/]([^})/]*)[})/])`;

/** Calls that take a path first: what they do to it. */
const CALLS: readonly { modes: readonly AccessMode[]; names: string }[] = [
  {
    modes: ['read'],
    names:
      'open|io\\.open|io\\.lines|loadfile|dofile|readLines|readRDS|codecs\\.open|os\\.open|Path|pathlib\\.Path|PurePath|dotenv_values|load_dotenv|linecache\\.getlines?|np\\.loadtxt|pd\\.read_\\w+|runpy\\.run_path|fileinput\\.input|readFileSync|readFile|createReadStream|openSync|openAsBlob|Bun\\.file|Deno\\.readTextFile(?:Sync)?|Deno\\.readFile(?:Sync)?|loadEnvFile|copyFileSync|copyFile|cpSync|shutil\\.copy\\w*|File\\.(?:read|open|readlines|foreach|binread|new)|IO\\.(?:read|readlines|foreach|binread|popen)|FileUtils\\.cp\\w*|file_get_contents|fopen|file|readfile|parse_ini_file|show_source|highlight_file|slurp|read_file|read|do|require|include|include_once|require_once|File\\.read!|fileread|open_in|new File|String\\(contentsOfFile:|read_text|load',
  },
  {
    modes: ['write'],
    names:
      'writeFileSync|writeFile|appendFileSync|appendFile|createWriteStream|unlinkSync|unlink|rmSync|rmdirSync|rm|truncateSync|truncate|chmodSync|chmod|chownSync|mkdirSync|symlinkSync|utimesSync|Deno\\.writeTextFile(?:Sync)?|Deno\\.remove(?:Sync)?|Bun\\.write|os\\.(?:remove|unlink|rmdir|mkdir|makedirs|chmod|chown|truncate|mknod)|shutil\\.rmtree|File\\.(?:write|delete|unlink|chmod|truncate)|IO\\.write|FileUtils\\.(?:rm\\w*|touch|mkdir\\w*|chmod\\w*|chown\\w*)|file_put_contents|rmdir|mkdir|touch',
  },
  { modes: ['list'], names: 'os\\.symlink|File\\.symlink|FileUtils\\.ln_s' },
  { modes: ['read'], names: 'os\\.link|linkSync|File\\.link' },
  {
    modes: ['read', 'write'],
    names: 'renameSync|rename|os\\.(?:rename|replace)|shutil\\.move|File\\.rename|FileUtils\\.mv',
  },
];

const SECOND_WRITTEN =
  /\b(?:copyFileSync|copyFile|cpSync|shutil\.copy\w*|FileUtils\.cp\w*|renameSync|rename|os\.(?:rename|replace|symlink|link)|symlinkSync|linkSync|File\.(?:sym)?link|FileUtils\.ln_s|shutil\.move|File\.rename|FileUtils\.mv|copy)\s*\(/;

const SHELLS =
  'os\\.system|os\\.popen|os\\.(?:exec[lv]p?e?|spawn[lv]p?e?)|subprocess\\.(?:run|call|check_output|check_call|Popen|getoutput|getstatusoutput)|execSync|exec|execFileSync|spawnSync|spawn|system|passthru|shell_exec|popen|qx|Kernel\\.system|IO\\.popen|Bun\\.\\$|\\$';

const BUILT =
  /b64decode|atob\s*\(|fromCharCode|Buffer\.from|\bchr\s*\(|fromhex|unhexlify|unpack\s*\(|\.join\s*\(|\[::-1\]|\.reverse\s*\(|\.replace\s*\(|decode\s*\(|base64_decode|strrev|\.format\s*\(|\+\s*['"\x60]|['"\x60]\s*\+|['"]\s*\.\s*['"]|\$\{/;

const UNESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', '\\': '\\', "'": "'", '"': '"' };

function unescaped(text: string): string {
  return text
    .replace(/\\x([0-9a-fA-F]{2})|\\u\{?([0-9a-fA-F]{4})\}?/g, (_, hex?: string, unicode?: string) =>
      String.fromCharCode(Number.parseInt(hex ?? unicode ?? '0', 16)),
    )
    .replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))
    .replace(/\\(.)/g, (_, character: string) => UNESCAPED[character] ?? character);
}

/** A literal, or several joined by `+` or `.`, at the start of a text. */
function literalAt(text: string): { value: string; rest: string } | undefined {
  const one = new RegExp(`^\\s*${TEXT}`);
  let value = '';
  let rest = text;
  for (let count = 0; count < 32; count += 1) {
    const found = one.exec(rest);
    if (!found) return count === 0 ? undefined : { value: value + HOLE, rest };
    value += unescaped(found[1] ?? found[2] ?? found[3] ?? found[4] ?? '');
    rest = rest.slice(found[0].length);
    const join = /^\s*(?:\+|\.(?!\w)|\/(?=\s*['"]))/.exec(rest);
    if (!join) return { value, rest };
    if (join[0].trim() === '/') value += '/';
    rest = rest.slice(join[0].length);
  }
  return undefined;
}

function argumentAfter(
  text: string,
  variables: ReadonlyMap<string, string>,
): { value?: string; source: string; rest: string } {
  const open = text.slice(0, 400);
  const literal = literalAt(open);
  if (literal)
    return { value: literal.value, source: '', rest: text.slice(open.length - literal.rest.length) };
  const name = /^\s*\$?([A-Za-z_]\w*)\s*(?=[,)\s])/.exec(open);
  const known = name ? variables.get(name[1] as string) : undefined;
  const source = /^(?:[^()]|\((?:[^()]|\([^()]*\))*\))*?(?=,|\)\s*[.;,)\n]|\)$|$)/.exec(open)?.[0] ?? '';
  return {
    ...(known !== undefined && { value: known }),
    source,
    rest: text.slice(name?.[0].length ?? source.length),
  };
}

function variablesOf(code: string): Map<string, string> {
  const variables = new Map<string, string>();
  for (const found of code.matchAll(
    /(?:^|[\s;{(])(?:const\s+|let\s+|var\s+|my\s+)?\$?([A-Za-z_]\w*)\s*=(?!=)\s*(?=[rbfu]?['"`])/g,
  )) {
    const literal = literalAt(code.slice(found.index + found[0].length));
    if (literal) variables.set(found[1] as string, literal.value);
  }
  return variables;
}

function modesOf(modes: readonly AccessMode[], rest: string): readonly AccessMode[] {
  const mode = /^\s*,\s*(?:mode\s*=\s*|flag\s*:\s*)?['"]([rwaxbt+]{1,4})['"]/.exec(rest)?.[1];
  if (mode !== undefined && modes[0] === 'read') {
    const writes = /[wax+]/.test(mode);
    const reads = mode.includes('r') || mode.includes('+');
    return writes ? (reads ? ['read', 'write'] : ['write']) : ['read'];
  }
  if (/^\s*\)\s*\.(?:write_(?:text|bytes)|unlink|touch|mkdir|rmdir|chmod|rename)\b/.test(rest))
    return ['write'];
  if (
    /^\s*\)\s*\.(?:exists|is_file|is_dir|stat|name|stem|parent|suffix|resolve|relative_to|glob|iterdir)\b/.test(
      rest,
    )
  )
    return ['list'];
  return modes;
}

function readCalls(code: string, call: Invocation): void {
  const { shell, via } = call;
  const variables = variablesOf(code);
  for (const { modes, names } of CALLS) {
    const pattern = new RegExp(`(?<![\\w$])(?:[\\w.]+\\.)?(?:${names})(?:\\s*\\(|\\s+(?=['"]))`, 'g');
    for (const found of code.matchAll(pattern)) {
      const isBare = !found[0].endsWith('(');
      if (
        isBare &&
        !/(?:^|\.)(?:File|IO)?\.?(?:read|require|include|include_once|require_once|load|open_in|do|slurp|readlines|foreach|unlink|rmdir|mkdir|load)\s+$/.test(
          found[0],
        )
      )
        continue;
      const after = code.slice(found.index + found[0].length);
      const argument = argumentAfter(after, variables);
      const { value } = argument;
      if (value !== undefined) {
        const isModule = /(?:^|\W)(?:require|do)\s*\(?\s*$/.test(found[0]);
        if (isModule && !/^[./]/.test(value)) continue;
        if (/^(?:https?|data):/.test(value)) continue;
        const makes = /mkdir|makedirs/i.test(found[0]) || /^\s*\)\s*\.mkdir\b/.test(argument.rest);
        const by = makes ? `${via} mkdir` : via;
        touch({ text: value.replace(/^file:\/\//, '') }, modesOf(modes, argument.rest), by, shell);
        if (SECOND_WRITTEN.test(found[0])) {
          const second = literalAt(/^\s*,([\s\S]*)/.exec(argument.rest)?.[1] ?? '');
          // A whole folder that is copied takes the place of what is there.
          const into = /copytree|cpSync|cp_r/.test(found[0]) ? via : `${via} into`;
          if (second) touch({ text: second.value }, ['write'], into, shell);
        }
      } else if (BUILT.test(argument.source)) {
        shell.report.problem('computed', `${via} opens a file whose name its code builds`);
      }
    }
  }
}

function readPerl(code: string, call: Invocation): void {
  const { shell, via } = call;
  const pattern =
    /\bopen\s*\(?\s*(?:my\s+)?\$?\w+\s*,\s*(?:(['"])(\+?[<>|]{1,2})[^'"]*\1\s*,\s*)?(['"])((?:\\.|(?!\3).)*)\3/g;
  for (const [, , operator, , name = ''] of code.matchAll(pattern)) {
    const prefix = /^\s*(\+?[<>|]{1,2})/.exec(name)?.[1] ?? operator ?? '<';
    const text = name.replace(/^\s*\+?[<>|]{1,2}\s*/, '');
    if (name.trim().endsWith('|') || prefix === '|')
      shell.runText({ text: text.replace(/\|\s*$/, '') }, { inside: 'new' });
    else touch({ text }, prefix.includes('>') ? ['write'] : ['read'], via, shell);
  }
  for (const [, , list = ''] of code.matchAll(/@ARGV\s*=\s*(\(|qw\()([^)]*)\)/g)) {
    for (const name of list.split(/[\s,]+/)) touch({ text: name.replace(/['"]/g, '') }, ['read'], via, shell);
  }
}

function readShells(code: string, call: Invocation): void {
  const { shell, via } = call;
  const pattern = new RegExp(`(?<![\\w$])(?:[\\w.]+\\.)?(?:${SHELLS})\\s*(?:\\(|(?=['"\`{]))\\s*(\\[)?`, 'g');
  for (const found of code.matchAll(pattern)) {
    const rest = code.slice(found.index + found[0].length);
    const first = literalAt(rest);
    if (!first) continue;
    const words = [first.value];
    let after = first.rest;
    for (
      let more = /^\s*,\s*(\[)?/.exec(after);
      more && words.length < 64;
      more = /^\s*,\s*(\[)?/.exec(after)
    ) {
      const next = literalAt(after.slice(more[0].length));
      if (!next) break;
      words.push(next.value);
      after = next.rest;
    }
    shell.report.impure(`${via} runs a command`);
    if (words.length > 1) shell.runFields(words.map((text) => ({ text })));
    else shell.runText({ text: first.value }, { inside: 'new' });
  }
  if (call.entry.stdinCode === 'ruby' || call.entry.stdinCode === 'perl' || call.entry.stdinCode === 'php') {
    for (const [, text = ''] of code.matchAll(/`([^`]+)`/g)) shell.runText({ text }, { inside: 'new' });
    for (const [, text = ''] of code.matchAll(/%x[({[]([^)}\]]+)/g))
      shell.runText({ text }, { inside: 'new' });
  }
}

/** Looks through inline code of an interpreter for literal paths in calls that open files, and for commands. */
export function readInlineCode(language: Language, field: Field, call: Invocation): void {
  const { shell, via } = call;
  const code = folded(field.text.slice(0, 100_000));
  shell.report.impure(`${via} runs inline code`);
  readCalls(code, call);
  readShells(code, call);
  if (language === 'perl') readPerl(code, call);
  if (
    /\bdotenv['"]?\s*\)?\s*\.config\s*\(\s*\)|dotenv\/config|\bload_dotenv\s*\(\s*\)|Dotenv\.load\b/.test(
      code,
    )
  ) {
    touch({ text: '.env' }, ['read'], via, shell);
  }
  if (
    /\bsys\.argv\b|\bprocess\.argv\b|\bARGV\b|\$argv\b|\bARGF\b|fileinput|<>|\bSTDIN\b/.test(code) &&
    /open|read|<>|ARGF|fileinput/.test(code)
  ) {
    for (const operand of call.args.operands) touch(operand, ['read'], via, shell);
  }
  shell.report.problem(
    'opaque',
    `${via} runs inline code, read only as far as literal paths show`,
    field.span,
  );
}
