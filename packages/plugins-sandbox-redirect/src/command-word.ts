import { normalize, resolve } from 'node:path';

/** A word of a command, what it names, and where that goes. */
export interface Word {
  /** As it stands in the command, quotes and all. */
  readonly text: string;
  /** The paths that it names, each with its place in the sandbox. */
  readonly paths: readonly { readonly path: string; readonly target: string }[];
  /** The names of the root, as written and as it is. */
  readonly roots: readonly string[];
  readonly mount: string;
  readonly cwd: string;
  /** The place of the working directory in the sandbox, where it has one. */
  readonly cwdTarget: string | undefined;
}

// Characters that no shell takes for anything else.
const SAFE = /^[\w@%+=:,./-]+$/;
const WILD = /^[\w@%+=:,./*?[\]{}-]+$/;

/**
 * Writes a word anew so that it names the same in the sandbox, with its quotes and wildcards where that can be done.
 * Undefined when no word would mean exactly that.
 */
export function redirectWord(word: Word): string | undefined {
  const { text, paths, mount, cwdTarget } = word;
  const [quote] = /^["']/.exec(text) ?? [''];
  const inner = quote === '' ? text : text.slice(1, text.endsWith(quote) ? -1 : undefined);
  const [only] = paths;
  if (only === undefined) return undefined;
  if (paths.length === 1 && SAFE.test(inner) && text === `${quote}${inner}${quote}`) {
    return quoted(targetOf(inner, only), quote);
  }
  if (paths.length === 1 && quote !== '' && text === `${quote}${inner}${quote}` && isLiteral(inner, quote)) {
    return resolve(word.cwd, inner) === only.path ? quoted(only.target, quote) : undefined;
  }
  if (WILD.test(text) && /[*?[{]/.test(text)) {
    const root = word.roots.find((each) => text.startsWith(each.endsWith('/') ? each : `${each}/`));
    if (root !== undefined) return mount + text.slice(root === '/' ? 0 : root.length);
    const leaves = text.startsWith('/') || /(^|[/{,])\.\.(\/|$)/.test(text);
    return leaves || cwdTarget === undefined || !SAFE.test(cwdTarget) ? undefined : `${cwdTarget}/${text}`;
  }
  // A word that is put together, of which only the value counts; a command within it would not run any more.
  return paths.length === 1 && !/[`]|[$<>]\(/.test(text) ? quoted(only.target, '') : undefined;
}

// A word may name the folder of what is written; then it goes where the folder goes.
function targetOf(inner: string, { path, target }: Word['paths'][number]): string {
  const name = `/${normalize(inner)}`.replace(/^\/+/, '/').replace(/\/$/, '');
  const end = `${path}/`.lastIndexOf(`${name}/`) + name.length;
  const below = end < name.length ? '' : path.slice(end);
  const whole = target.endsWith(below) ? target.slice(0, target.length - below.length) : target;
  return inner.endsWith('/') ? `${whole}/` : whole;
}

function isLiteral(inner: string, quote: string): boolean {
  return quote === "'" ? !inner.includes("'") : !/["$`\\!]/.test(inner);
}

function quoted(path: string, quote: string): string {
  if (SAFE.test(path)) return `${quote}${path}${quote}`;
  if (quote === '"' && isLiteral(path, '"')) return `"${path}"`;
  return `'${path.replaceAll("'", `'\\''`)}'`;
}
