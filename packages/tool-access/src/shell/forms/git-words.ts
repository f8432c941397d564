import { posix } from 'node:path';
import type { Invocation } from '../invocation.js';
import { touch } from '../paths.js';
import { patternRegExp } from '../pattern.js';
import type { Shell } from '../shell.js';
import { type Field, HOLE, tailOf } from '../text.js';

/** The top folder of the work tree that a folder lies in; the folder itself when none is found. */
export function workTree(place: string, shell: Shell): string {
  if (!shell.files || place.includes(HOLE)) return place;
  for (let folder = place, up = 0; up < 40; up += 1) {
    if (shell.files.kind(posix.join(folder, '.git')) !== 'missing') return folder;
    const parent = posix.dirname(folder);
    if (parent === folder) break;
    folder = parent;
  }
  return place;
}

function inTree(field: Field, call: Invocation): void {
  const { shell, via } = call;
  if (/^\.{1,2}(?:\/|$)/.test(field.text) || field.text.includes(HOLE)) {
    touch(field, ['read'], via, shell);
    return;
  }
  for (const place of shell.places()) {
    touch({ ...field, text: posix.join(workTree(place, shell), field.text) }, ['read'], via, shell);
  }
}

/** Reads `HEAD:path`, `:path`, `:0:path`, a plain path, or a revision, which names none. */
export function readRevision(field: Field, call: Invocation): void {
  const { text } = field;
  const stage = /^:(?:[0-3]:)?(?=[^/!^(:])/.exec(text);
  const blob = stage ?? /^[^:/\s][^:\s]*(?:\^\{[^}]*\}|\{[^}]*\})?:(?=.)/.exec(text);
  if (blob && !/^[a-z][a-z+]*:\/\//.test(text)) inTree(tailOf(field, blob[0].length), call);
  else if (text.startsWith(':')) readPathspec(field, call);
  else if (namesFile(field, call)) {
    touch(
      field,
      ['read'],
      call.via,
      call.shell,
      REACHES_BELOW.test(call.via) ? { tracked: true } : undefined,
    );
  } else if (call.via === 'git grep' || (call.via === 'git archive' && call.args.operands.length === 1))
    touch({ text: '.' }, ['read'], call.via, call.shell, { tracked: true });
}

/** Commands that show all of a folder; the others show only what was changed in it. */
const REACHES_BELOW = /^git (?:grep|archive|rm|log|whatchanged)$/;

// A word that may be a revision or a path is a path when such a file is there, or when no branch is called so.
function namesFile({ text }: Field, { shell }: Invocation): boolean {
  if (text.includes(HOLE) || text.startsWith('^') || text.includes('..')) return false;
  if (/^\.env|\/\.env|^\//.test(text)) return true;
  return shell.places().some((place) => {
    const kind = shell.files?.kind(posix.resolve(place, text));
    return kind === 'file' || kind === 'folder';
  });
}

/** Reads the value of `git log -L`: lines of a file. */
export function readLineRange(field: Field, call: Invocation): void {
  const colon = field.text.lastIndexOf(':');
  if (colon >= 0) touch(tailOf(field, colon + 1), ['read'], call.via, call.shell);
}

/** Reads a word of `git checkout`: a branch, unless it can only be a file. */
export function readCheckoutWord(field: Field, call: Invocation): void {
  const { shell, via } = call;
  const isFile =
    /(?:^|\/)\.env(?:\.[\w.-]+)?$|^\//.test(field.text) ||
    shell.places().some((place) => shell.files?.kind(posix.resolve(place, field.text)) === 'file');
  if (isFile && !call.args.has('-b -B --orphan')) touch(field, ['write'], via, shell);
}

const SECRETS = [
  '.env',
  '.env.local',
  '.envrc',
  '.npmrc',
  '.netrc',
  'id_rsa',
  'x.pem',
  'x.key',
  'credentials.json',
];

// A pattern that takes all names means no secret; one that singles them out does.
function namesSecrets(pattern: string): boolean {
  const last = pattern.split('/').at(-1) ?? '';
  if (!/[*?[]/.test(last) || /^\*+$/.test(last)) return false;
  const matcher = patternRegExp(last);
  return matcher === undefined || SECRETS.some((name) => matcher.test(name));
}

/** Reads a pathspec: its magic decides what it leaves out; a folder or a pattern reaches all below. */
export function readPathspec(
  field: Field,
  call: Invocation,
  modes: readonly ('read' | 'write')[] = ['read'],
): void {
  const { shell, via } = call;
  const { text } = field;
  const magic = /^:(?:\(([^)]*)\)|([!^/]+))/.exec(text);
  const words = magic?.[1]?.split(',') ?? [];
  const signs = magic?.[2] ?? '';
  if (words.includes('exclude') || /[!^]/.test(signs)) return;
  const plain = magic ? { ...tailOf(field, magic[0].length), span: field.span, source: undefined } : field;
  const top = words.includes('top') || signs.includes('/');
  const literal = words.includes('literal');
  const tracked = call.args.has('--no-index --untracked') ? {} : ({ tracked: true } as const);
  if (!literal && /[*?[]/.test(plain.text)) {
    for (const place of shell.places()) {
      const root = top ? workTree(place, shell) : place;
      if (!root.includes(HOLE)) {
        for (const mode of modes) {
          shell.report.access(root, mode, {
            via,
            span: field.span,
            tree: { include: [plain.text], ...tracked },
          });
        }
      }
    }
    return;
  }
  if (!literal && namesSecrets(plain.text)) shell.report.impure(`${via} may show what holds secrets`);
  for (const place of top ? shell.places() : [undefined]) {
    const path =
      place === undefined ? plain : { ...plain, text: posix.join(workTree(place, shell), plain.text) };
    touch(
      path.text === '' ? { ...path, text: '.' } : path,
      modes,
      via,
      shell,
      REACHES_BELOW.test(via) ? tracked : undefined,
    );
  }
}

const RUNNING_KEYS =
  /^(?:core\.(?:pager|editor|sshcommand|fsmonitor|hookspath|gitproxy|askpass|attributesfile|worktree)|diff\..+|difftool\..+|merge.*|alias\..+|pager\..+|credential.*|filter\..+|gpg.*|sequence\.editor|interactive\.difffilter|uploadpack\..+|receive\..+|remote\..+|url\..+|include.*|protocol\..+|http\..+|submodule\..+|browser\..+|man\..+|web\.browser|sendemail\..+|instaweb\..+|init\.templatedir|extensions\..+|tar\..+|safe\..+)$/;

/** Reads `key=value` of git's configuration: many keys name a program. */
export function readSetting(field: Field, call: Invocation): void {
  const { shell, via } = call;
  const equals = field.text.indexOf('=');
  const key = (equals < 0 ? field.text : field.text.slice(0, equals)).toLowerCase();
  const value = equals < 0 ? '' : field.text.slice(equals + 1);
  shell.report.impure(`${via} is given a setting`);
  if (!RUNNING_KEYS.test(key)) return;
  if (/^alias\./.test(key)) {
    if (value.startsWith('!')) shell.runText({ text: value.slice(1) }, { inside: 'new' });
  } else if (/^core\.(?:worktree|attributesfile)$|^include/.test(key))
    touch({ text: value }, ['read'], via, shell);
  else if (
    /pager|editor|command|fsmonitor|askpass|external|textconv|driver|cmd|helper|proxy|program|clean|smudge|process/.test(
      key,
    )
  ) {
    if (value !== '' && !/^(?:true|false|cat|less)$/.test(value)) {
      shell.runText({ text: value.replace(/^!/, '') }, { inside: 'new' });
    }
  }
}
