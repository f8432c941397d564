import { posix } from 'node:path';
import type { SearchScope } from '../access.js';
import { workTree } from './forms/git-words.js';
import type { Invocation } from './invocation.js';
import { filterLines, narrowListing } from './line-filter.js';
import { isPlainRoot, noteNames, partedNames } from './name-lists.js';
import { knownContent, rememberOutput, resolvePlaces } from './paths.js';
import { fieldOf, HOLE, isKnown, joinListings, joinTexts, remade, type Text, UNKNOWN } from './text.js';
import { cut, decodeBase64, decodeHex, substitute, translate, unescaped } from './text-tools.js';

/** Gives what a command prints; undefined when only the running command knows. */
type Output = (call: Invocation) => Text | undefined;

function echo({ fields }: Invocation): Text {
  let start = 0;
  while (/^-[neE]+$/.test(fields[start]?.text ?? '')) start += 1;
  const flags = fields
    .slice(0, start)
    .map(({ text }) => text)
    .join('');
  const words = joinTexts(fields.slice(start), ' ');
  const text = flags.includes('e') ? unescaped(words.text) : words.text;
  return { ...words, text: flags.includes('n') ? text : `${text}\n` };
}

function printf({ fields, shell }: Invocation): Text {
  const [first] = fields;
  if (first && (first.captured || first.text.startsWith(HOLE)))
    shell.report.impure('printf has a first word that only the running command knows');
  if (first?.text.startsWith('-v')) {
    shell.report.impure('printf sets a variable');
    const glued = first.text.slice(2);
    const name = glued || (fields[1]?.text ?? '');
    const value = format(fields.slice(glued ? 1 : 2));
    if (/^[A-Za-z_]\w*$/.test(name)) shell.scope.assign(name, value);
    return { text: '' };
  }
  return format(fields[0]?.text === '--' ? fields.slice(1) : fields);
}

function format(fields: readonly Text[]): Text {
  const [pattern, ...values] = fields;
  if (!pattern) return { text: '' };
  const template = unescaped(pattern.text);
  let rest = values;
  let text = '';
  for (let round = 0; round < 500 && (round === 0 || rest.length > 0); round += 1) {
    const before = rest.length;
    text += template.replace(/%(%|[-+ #0]*\d*(?:\.\d+)?([a-zA-Z]))/g, (_, whole: string, kind?: string) => {
      if (whole === '%') return '%';
      const [value = { text: kind === 's' ? '' : '0' }, ...others] = rest;
      rest = others;
      if (kind === 'b') return unescaped(value.text);
      if (kind === 'q' || kind === 's') return value.text;
      if (kind === 'c') return value.text.slice(0, 1);
      return kind === 'd' || kind === 'i' || kind === 'u' ? value.text : HOLE;
    });
    if (rest.length === before) break;
  }
  const all = joinTexts([pattern, ...values]);
  return { ...all, text };
}

function content(call: Invocation): Text {
  const { args } = call;
  if (args.options.length > 0) return { ...printed(call) };
  return printed(call);
}

function printed({ args, stdin, shell }: Invocation): Text {
  if (args.operands.length === 0) return stdin ?? UNKNOWN;
  const parts = args.operands.map((field): Text => {
    if (field.text === '-' || field.text === '/dev/stdin') return stdin ?? UNKNOWN;
    return knownContent(field, shell) ?? { text: HOLE, origin: 'file' };
  });
  return joinTexts(parts);
}

function names(change: (path: string) => string): Output {
  return ({ args }) => {
    const parts = args.operands.map((field) => ({
      ...field,
      text:
        field.text.includes(HOLE) && !field.text.endsWith(HOLE)
          ? change(field.text)
          : field.text.includes(HOLE)
            ? HOLE
            : change(field.text),
    }));
    return { ...joinTexts(parts, '\n'), text: `${parts.map(({ text }) => text).join('\n')}\n` };
  };
}

function resolved(call: Invocation): Text {
  const parts = call.args.operands.map((field): Text => {
    if (!isKnown(field)) return field;
    return { text: resolvePlaces(field.text, call.shell)[0] ?? HOLE };
  });
  return { ...joinTexts(parts, '\n'), text: `${parts.map(({ text }) => text).join('\n')}\n` };
}

/** The names that a listing command prints: of files as they were given, of folders as the places in them. */
function listed(hidden: (call: Invocation) => boolean, depth?: number): Output {
  return (call) => {
    const { args, shell } = call;
    const scope = {
      follows: 'files' as const,
      ...(hidden(call) ? {} : { hidden: false }),
      ...(depth !== undefined && { depth }),
    };
    const operands = args.operands.length > 0 ? args.operands : [{ text: '.' }];
    const texts = operands.map((operand): Text => {
      const [root] = isKnown(operand) ? resolvePlaces(operand.text, shell) : [];
      if (root === undefined) return { ...operand, text: HOLE };
      const isFolder = shell.files
        ? shell.files.kind(root) === 'folder'
        : /(?:^|\/)\.{0,2}$/.test(operand.text);
      return isFolder && !args.has('-d --directory') ? { text: HOLE, listing: { root, scope } } : operand;
    });
    return { ...joinTexts(texts, '\n'), text: `${texts.map(({ text }) => text).join('\n')}\n` };
  };
}

/** Options of searches that print names; others may print more. */
const PRINTS_NAMES =
  /^-(?:[lLiISswFEGPxegtTdrRmu0Z.]|-files|-include|-exclude|-exclude-dir|-iglob|-null|-type)$/;

// The names of the files in which a search finds something, or which it would look through.
function foundNames({ args, shell }: Invocation, scope: SearchScope): Text {
  const patternless = args.has('-e --regexp -f --file --files');
  const roots = patternless ? args.operands : args.operands.slice(1);
  const given = roots.length > 0 ? roots : [fieldOf('.')];
  const listings = given.flatMap((root) =>
    isKnown(root) ? resolvePlaces(root.text, shell).map((path) => ({ root: path, scope })) : [],
  );
  if (listings.length === 0) return UNKNOWN;
  const names: Text = { text: HOLE, listing: joinListings(listings) };
  const isPlain = args.options.every(({ spec }) => PRINTS_NAMES.test(spec.names[0] ?? ''));
  if (!isPlain || !given.every(isPlainRoot)) return names;
  return noteNames(names, args.has('-0 -Z --null') ? 'nul' : 'lines');
}

function filtered(call: Invocation): Text | undefined {
  const { stdin, args, tree } = call;
  if (args.has('-l -L --files-with-matches --files-without-match --files') && tree) {
    return foundNames(call, tree);
  }
  const patterns = [
    ...args.valuesOf('-e --regexp'),
    ...(args.has('-e --regexp') ? [] : args.operands.slice(0, 1)),
  ];
  const files = args.has('-e --regexp') ? args.operands : args.operands.slice(1);
  if (files.length > 0 || !stdin || args.has('-c --count -q --quiet')) return { text: HOLE, origin: 'file' };
  if (stdin.listing && stdin.text.includes(HOLE)) return narrowListing(stdin, patterns, args);
  return filterLines(stdin, patterns, args);
}

// A blob by its number is the same as by its name.
function named(operands: readonly Text[]): Text {
  const [only] = operands;
  return operands.length === 1 && only && /^[^:]*:./.test(only.text) ? { text: `${only.text}\n` } : UNKNOWN;
}

// Which files were changed is not known here.
function changed({ args, shell }: Invocation): Text {
  if (!args.has('--name-only --name-status')) return UNKNOWN;
  return { text: HOLE, listing: { root: shell.places()[0] ?? HOLE, scope: { changed: true } } };
}

// Some lines of what comes in, in another order at most; other options change the lines.
const KEPT_LINES = new Set(['-n', '-r', '-u', '-V']);

function passed({ stdin, args }: Invocation): Text | undefined {
  const files = args.operands.some(({ text }) => text !== '-');
  if (files) return { text: HOLE, origin: 'file' };
  const changes = args.options.some(({ spec }) => !KEPT_LINES.has(spec.names[0] ?? ''));
  // A name that holds a new line would fall apart.
  const breaks = changes || partedNames(stdin) === 'nul';
  return stdin && breaks ? { ...stdin } : stdin;
}

function onKnown(
  change: (text: string, call: Invocation) => string | undefined,
  keepsEndings: (call: Invocation) => boolean = () => false,
): Output {
  return (call) => {
    const { stdin, args } = call;
    const files = args.operands.filter(({ text }) => text !== '-');
    if (!stdin || (files.length > 0 && call.entry.operands === 'read')) return undefined;
    if (!isKnown(stdin))
      return {
        ...(keepsEndings(call) ? { ...stdin, text: HOLE } : remade(stdin)),
        ...(call.entry.origin && { origin: call.entry.origin }),
      };
    const text = change(stdin.text, call);
    return {
      ...stdin,
      text: text ?? HOLE,
      ...(text === undefined && call.entry.origin && { origin: call.entry.origin }),
    };
  };
}

const KEPT_ENDINGS =
  /^(?:(?:\d+|\$|\/[^/]*\/)?(?:,(?:\d+|\$|\/[^/]*\/))?!?[pdq]|s([^\w\s])\^(?:\\?[\w./-])*\1[\w./-]*\1)$/;

const OUTPUTS: Readonly<Record<string, Output>> = {
  echo,
  printf,
  cat: content,
  tac: content,
  basename: ({ args }) => {
    const [path, suffix] = args.operands;
    if (!path) return UNKNOWN;
    const name =
      path.text.includes(HOLE) && !/\/[^/\0]+$/.test(path.text)
        ? HOLE
        : posix.basename(path.text, args.has('-a') ? '' : (suffix?.text ?? ''));
    const isCut = (suffix !== undefined || args.has('-s --suffix')) && path.text.includes(HOLE);
    return { ...(isCut ? remade(path) : path), text: `${name}\n` };
  },
  dirname: names((path) => posix.dirname(path)),
  realpath: resolved,
  readlink: (call) => (call.args.has('-f -e -m') ? resolved(call) : UNKNOWN),
  ls: listed(({ args }) => args.has('-a -A --all --almost-all -f'), 1),
  'git ls-files': ({ shell, args }) => {
    const globs = args.operands.map(({ text }) => text).filter((text) => /[*?[]/.test(text));
    const folder = globs.length === 0 && args.operands.length === 1 ? args.operands[0] : undefined;
    const [place = HOLE] = shell.places();
    const root = folder ? (resolvePlaces(folder.text, shell)[0] ?? HOLE) : place;
    const include = globs.length === args.operands.length && globs.length > 0 ? { include: globs } : {};
    const isTracked = !args.has('-o --others -i --ignored');
    const scope = { ...(isTracked && { tracked: true }), follows: 'files' as const, ...include };
    const names: Text = { text: HOLE, listing: { root, scope } };
    const isPlain = args.options.every(({ spec }) =>
      /^-[zco]$|^--exclude-standard$/.test(spec.names[0] ?? ''),
    );
    return isPlain && isTracked ? noteNames(names, args.has('-z') ? 'nul' : 'lines') : names;
  },
  // The names of tracked files, where it prints names alone.
  'git grep': ({ shell, args }) => {
    const isOfFiles = !args.has('--untracked --no-index') && args.unknown.length === 0;
    if (!isOfFiles || !args.has('-l --files-with-matches --name-only -L --files-without-match'))
      return UNKNOWN;
    const scope = { tracked: true, follows: 'files' as const };
    const names: Text = { text: HOLE, listing: { root: shell.places()[0] ?? HOLE, scope } };
    return noteNames(names, args.has('-z --null') ? 'nul' : 'lines');
  },
  'git diff': changed,
  'git show': changed,
  'git diff-tree': changed,
  'git status': ({ shell }) => ({
    text: HOLE,
    listing: { root: shell.places()[0] ?? HOLE, scope: { changed: true } },
  }),
  'git rev-parse': ({ args, shell, fields }) => {
    // The id of a file stands for it as well as its name does.
    if (!args.has('--show-toplevel')) return named(args.operands);
    const [place = HOLE, ...others] = shell.places();
    const text = `${workTree(place, shell)}\n`;
    return { text, ...(fields.length === 1 && others.length === 0 && { settled: text }) };
  },
  mktemp: ({ args }) => ({
    text: args.operands[0] ? `${args.operands[0].text.replace(/X{3,}/, HOLE)}\n` : `/tmp/tmp.${HOLE}\n`,
  }),
  which: ({ args }) => ({ text: `/usr/bin/${args.operands[0]?.text ?? HOLE}\n` }),
  seq: ({ args }) => {
    const [first, last] = args.operands.map(({ text }) => Number(text));
    const [from, to] = last === undefined ? [1, first ?? 0] : [first ?? 0, last];
    if (args.operands.length > 2 || !Number.isInteger(from) || !Number.isInteger(to) || to - from > 500)
      return UNKNOWN;
    return {
      text: Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => `${from + index}\n`).join(''),
    };
  },
  grep: filtered,
  egrep: filtered,
  fgrep: filtered,
  rg: filtered,
  tee: ({ stdin, args, shell }) => {
    for (const { text } of args.operands) if (stdin) rememberOutput(text, stdin, shell);
    return stdin;
  },
  base64: onKnown((text, { args }) =>
    args.has('-d -D --decode') ? decodeBase64(text) : Buffer.from(text).toString('base64'),
  ),
  xxd: onKnown((text, { args }) => (args.has('-r') ? decodeHex(text) : undefined)),
  rev: onKnown((text) =>
    text
      .split('\n')
      .map((line) => [...line].reverse().join(''))
      .join('\n'),
  ),
  // Between names, not in them.
  tr: onKnown(
    (text, { args }) => translate(text, args),
    ({ args }) => args.operands.every(({ text }) => /^(?:\s|\\n|\\0+|\\t|\[:space:\])*$/.test(text)),
  ),
  // Lines that are chosen, or changed where they begin.
  sed: onKnown(
    (text, { args }) => substitute(text, args),
    ({ args }) => KEPT_ENDINGS.test([...args.valuesOf('-e --expression'), ...args.operands][0]?.text ?? ''),
  ),
  cut: onKnown((text, { args }) => cut(text, args)),
  awk: onKnown((text, { args }) =>
    /^\s*\{\s*print(?:\s+\$0)?\s*\}\s*$/.test(args.operands[0]?.text ?? '') ? text : undefined,
  ),
};

/** What a command prints, as far as it can be told without running it. */
export function outputOf(call: Invocation): Text | undefined {
  const output = Object.hasOwn(OUTPUTS, call.via) ? OUTPUTS[call.via] : undefined;
  if (output) return output(call);
  return call.entry.passes ? passed(call) : undefined;
}
