import { posix } from 'node:path';
import type { Invocation } from '../invocation.js';
import { touch } from '../paths.js';
import { type Field, HOLE, type Text } from '../text.js';

const LONGEST = 100_000;
const MOST = 200;

/** The values of make's variables, as far as plain assignments show. */
function variablesOf(text: string): Map<string, string> {
  const variables = new Map<string, string>();
  const assignments = text.matchAll(
    /^ *(?:(?:export|override|define) +)?([\w.-]+) *(?:\+|:{1,3}|\?)?= *(.*)$/gm,
  );
  for (const [, name = '', value = ''] of assignments) variables.set(name, value);
  return variables;
}

function expanded(text: string, variables: ReadonlyMap<string, string>, deep = 3): string {
  const found = text.replace(/\$(?:\(([\w.-]+)\)|\{([\w.-]+)\}|([A-Za-z]))/g, (_, ...names) => {
    const name = names.slice(0, 3).find((each) => typeof each === 'string') as string;
    return variables.get(name) ?? HOLE;
  });
  return deep > 0 && /\$[({A-Za-z]/.test(found) ? expanded(found, variables, deep - 1) : found;
}

// The end of `$(shell …)`, brackets within it counted.
function insideOf(text: string, start: number): string {
  let depth = 1;
  for (let end = start; end < text.length; end += 1) {
    if (text[end] === '(' || text[end] === '{') depth += 1;
    else if (text[end] === ')' || text[end] === '}') depth -= 1;
    if (depth === 0) return text.slice(start, end);
  }
  return text.slice(start);
}

/** Looks through a makefile for the files that it includes or reads, and for its commands. */
export function readMakefile({ text: whole }: Text, call: Invocation): void {
  const { shell, via } = call;
  const text = whole.slice(0, LONGEST).replace(/\\\n/g, ' ');
  const variables = variablesOf(text);
  const plain = (part: string) => expanded(part, variables).replaceAll('$$', '$');
  const run = (command: string) => shell.runText({ text: plain(command) }, { inside: 'new' });
  for (const found of [...text.matchAll(/\$[({]shell\s+/g)].slice(0, MOST))
    run(insideOf(text, found.index + found[0].length));
  for (const [, sign, name = ''] of text.matchAll(/\$[({]file\s+(<|>>?)\s*([^,)}]+)/g))
    touch({ text: plain(name.trim()) }, [sign === '<' ? 'read' : 'write'], via, shell);
  for (const line of text.split('\n').slice(0, MOST)) {
    const [, names] = /^ *(?:-|s)?include\s+(.*)$/.exec(line) ?? [];
    for (const name of names?.trim().split(/\s+/) ?? []) touch({ text: plain(name) }, ['read'], via, shell);
    const command = /^\t(.*)$/.exec(line)?.[1] ?? /^[^\t#=]*:[^=;]*;(.*)$/.exec(line)?.[1];
    if (command) run(command.replace(/^[\s@+-]+/, ''));
    const [, assigned] = /^ *[\w.-]+ *!= *(.*)$/.exec(line) ?? [];
    if (assigned) run(assigned);
  }
}

const M4_READS = /\b(?:m4_)?s?(?:include|paste|undivert)\(\s*([^),]*)/g;
const M4_RUNS = /\b(?:m4_)?e?syscmd\(\s*([\s\S]*?)\)/g;

function unquoted(text: string): string {
  return text.replace(/[`'[\]]/g, '').trim();
}

/** Looks through the text of m4 for the files that it includes and the commands that it runs. */
export function readM4({ text: whole }: Text, call: Invocation): void {
  const { shell, via, args } = call;
  const text = whole.slice(0, LONGEST);
  const macros = new Map<string, string>();
  for (const { text: given } of args.valuesOf('-D')) {
    const [name = '', value = ''] = given.split('=');
    macros.set(name, value);
  }
  for (const [, name = '', value = ''] of text.matchAll(/\bdefine\(\s*([^,]*),\s*([^)]*)\)/g))
    macros.set(unquoted(name), unquoted(value));
  for (const [, name = ''] of text.matchAll(M4_READS)) {
    const plain = unquoted(name);
    touch({ text: macros.get(plain) ?? plain }, ['read'], via, shell);
  }
  for (const [, command = ''] of text.matchAll(M4_RUNS))
    shell.runText({ text: unquoted(command) }, { inside: 'new' });
}

/** Looks through source text of C or an assembler for the files that it includes. */
export function readIncludes({ text }: Text, { shell, via }: Invocation): void {
  const found = text
    .slice(0, LONGEST)
    .matchAll(/^\s*[#%.]\s*(?:include|embed|incbin|import)\s*["<]([^">\n]+)/gm);
  for (const [, name = ''] of found) touch({ text: name }, ['read'], via, shell);
}

/** Reads the words `@file` of a compiler and its like: a file of further words. */
export function readResponseFiles(fields: readonly Field[], { shell, via }: Invocation): void {
  for (const { text } of fields) {
    const name = /^(?:-Wl,|-Xlinker=)?@(.+)$/.exec(text)?.[1];
    if (name !== undefined) touch({ text: posix.normalize(name) }, ['read'], via, shell);
  }
}
