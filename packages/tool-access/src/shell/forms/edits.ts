import { readEd } from '../code/editor-commands.js';
import type { Invocation } from '../invocation.js';
import { knownContent, touch } from '../paths.js';
import { type Text, UNKNOWN } from '../text.js';
import { applyUse } from '../uses.js';

function patchedNames(text: string, strip: number | undefined): string[] {
  const names: string[] = [];
  for (const [, name = ''] of text.matchAll(/^(?:\+\+\+|---|rename (?:from|to)) ([^\t\n]+)/gm)) {
    if (name === '/dev/null') continue;
    const parts = name.split('/');
    names.push(
      strip === undefined ? (parts.at(-1) ?? name) : parts.slice(Math.min(strip, parts.length - 1)).join('/'),
    );
  }
  return names;
}

/** Reads `patch` and `git apply`: the files named to them, and those that a patch given in the command names. */
export function readPatch(call: Invocation): Text {
  const { shell, args, via, stdin } = call;
  shell.report.impure(`${via} writes`);
  const isGit = via === 'git apply';
  for (const { spec, value } of args.options) if (value) applyUse(spec.use, value, call);
  const [file, patch] = args.operands;
  if (isGit) for (const each of args.operands) applyUse('read', each, call);
  else if (file) touch(file, ['read', 'write'], via, shell);
  if (patch && !isGit) touch(patch, ['read'], via, shell);
  const strip = args.valuesOf('-p --strip').at(-1)?.text;
  const inputs = [...args.valuesOf('-i --input'), ...(isGit ? args.operands : [])].map((field) =>
    knownContent(field, shell),
  );
  for (const text of [stdin, ...inputs]) {
    if (!text) continue;
    for (const name of patchedNames(
      text.text,
      strip === undefined ? (isGit ? 1 : undefined) : Number(strip),
    )) {
      if (!file || isGit) touch({ text: name }, ['read', 'write'], via, shell);
    }
  }
  const isKnownPatch = [stdin, ...inputs].some((text) => text && !text.text.includes('\0'));
  if (!isKnownPatch && (!file || isGit)) touch({ text: '.' }, ['write'], via, shell);
  return UNKNOWN;
}

/** Reads `ed` and `ex`: the file, and the commands that come in. */
export function readLineEditor(call: Invocation): Text {
  const { shell, args, via, stdin } = call;
  shell.report.impure(`${via} edits`);
  for (const { spec, value } of args.options) if (value) applyUse(spec.use, value, call);
  for (const file of args.operands) {
    if (file.text.startsWith('!')) shell.runText({ text: file.text.slice(1) }, { inside: 'new' });
    else touch(file, ['read', 'write'], via, shell);
  }
  if (stdin) readEd(stdin, call);
  return UNKNOWN;
}
