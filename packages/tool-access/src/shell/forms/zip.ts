import type { AccessMode, SearchScope } from '../../access.js';
import type { Invocation } from '../invocation.js';
import { touch, touchNames } from '../paths.js';
import { type Field, type Text, UNKNOWN } from '../text.js';

/** Reads `zip`: an archive, what goes into it, and after `-x` and `-i` what is left out or taken alone. */
export function readZip({ shell, fields, via, stdin }: Invocation): Text {
  shell.report.impure('zip writes');
  const operands: Field[] = [];
  const lists: { exclude: string[]; include: string[] } = { exclude: [], include: [] };
  let into: 'exclude' | 'include' | undefined;
  let recursive = false;
  for (let index = 0; index < fields.length; index += 1) {
    const field = fields[index] as Field;
    const { text } = field;
    if (/^-[A-Za-z0-9]*[xi]$/.test(text) || /^--(?:exclude|include)$/.test(text)) {
      into = /x$|exclude$/.test(text) ? 'exclude' : 'include';
      if (/^-[A-Za-z0-9]*[rR]/.test(text)) recursive = true;
    } else if (/^-[xi]./.test(text)) lists[text[1] === 'x' ? 'exclude' : 'include'].push(text.slice(2));
    else if (text === '-TT' || text === '--unzip-command') {
      index += 1;
      if (fields[index]) shell.runText(fields[index] as Field, { inside: 'new' });
    } else if (/^-(?:b|P|n|t|tt|s|O|-out|-password|-temp-path)$/.test(text)) {
      index += 1;
      if (/^-(?:O|-out)$/.test(text) && fields[index]) touch(fields[index] as Field, ['write'], via, shell);
      into = undefined;
    } else if (text.startsWith('-') && text.length > 1) {
      if (/^-[A-Za-z0-9]*[rR]|^--recurse/.test(text)) recursive = true;
      into = undefined;
    } else if (text === '@') into = undefined;
    else if (into) lists[into].push(text);
    else operands.push(field);
  }
  const [archive, ...sources] = operands;
  if (archive && archive.text !== '-') touch(archive, ['write'], via, shell);
  const scope: SearchScope = {
    ...(lists.exclude.length > 0 && { exclude: lists.exclude }),
    ...(lists.include.length > 0 && { include: lists.include }),
    ...(!fields.some(({ text }) => /^-[A-Za-z0-9]*y|^--symlinks$/.test(text)) && { follows: 'all' as const }),
  };
  if (fields.some(({ text }) => text === '-@' || text === '@'))
    touchNames(stdin, { shell, via, tree: undefined });
  const moves = fields.some(({ text }) => /^-[A-Za-z0-9]*m|^--move$/.test(text));
  const modes: AccessMode[] = moves ? ['read', 'write'] : ['read'];
  for (const source of sources) touch(source, modes, via, shell, recursive ? scope : undefined);
  // With `-@` the names come in.
  if (stdin && fields.some(({ text }) => /^-\w*@$|^@$/.test(text))) {
    for (const text of stdin.text.split('\n')) touch({ ...stdin, text }, modes, via, shell);
  }
  return UNKNOWN;
}
