import type { AccessMode, SearchScope } from '../../access.js';
import type { Invocation } from '../invocation.js';
import { touch, touchNames } from '../paths.js';
import { type Field, fieldOf, type Text, tailOf, UNKNOWN } from '../text.js';

// Options with a value, which may be glued to them.
const VALUED =
  /^(-(?:TT|tt|lf|[bPntsO])|--(?:unzip-command|logfile-path|output-file|out|password|temp-path|suffixes|split-size))=?(.*)$/s;
const RUNS = /^-TT$|^--unzip/;
const WRITES = /^-(?:O|lf)$|^--(?:out|logfile)/;

/** Reads `zip`: an archive, what goes into it, and after `-x` and `-i` what is left out or taken alone. */
export function readZip({ shell, fields, via, stdin }: Invocation): Text {
  shell.report.impure('zip writes');
  const operands: Field[] = [];
  const lists: { exclude: string[]; include: string[] } = { exclude: [], include: [] };
  let into: 'exclude' | 'include' | undefined;
  const has = (flags: RegExp) => fields.some(({ text }) => flags.test(text));
  const recursive = has(/^-[A-Za-z0-9@]*r|^--recurse-paths/);
  // What it is given then are patterns of names, below the folder that it runs in.
  const searches = has(/^-[A-Za-z0-9@]*R|^--recurse-patterns/);
  for (let index = 0; index < fields.length; index += 1) {
    const field = fields[index] as Field;
    const { text } = field;
    if (/^-[A-Za-z0-9]*[xi]$/.test(text) || /^--(?:exclude|include)$/.test(text)) {
      into = /x$|exclude$/.test(text) ? 'exclude' : 'include';
    } else if (/^-[xi]./.test(text)) lists[text[1] === 'x' ? 'exclude' : 'include'].push(text.slice(2));
    else if (VALUED.test(text)) {
      const [option = '', glued] = VALUED.exec(text)?.slice(1) ?? [];
      if (!glued) index += 1;
      const value = glued ? tailOf(field, text.length - glued.length) : fields[index];
      if (value && RUNS.test(option)) shell.runText(value, { inside: 'new' });
      if (value && WRITES.test(option)) touch(value, ['write'], via, shell);
      into = undefined;
    } else if (text.startsWith('-') && text.length > 1) into = undefined;
    else if (text === '@') into = undefined;
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
  const named = has(/^-[A-Za-z0-9]*@|^@$|^--names-stdin$/);
  if (named) touchNames(stdin, { shell, via, tree: undefined });
  const moves = has(/^-[A-Za-z0-9@]*m|^--move$/);
  const modes: AccessMode[] = moves ? ['read', 'write'] : ['read'];
  const include = [...lists.include, ...sources.map(({ text }) => text)];
  if (searches) touch(fieldOf('.'), modes, via, shell, { ...scope, include });
  else for (const source of sources) touch(source, modes, via, shell, recursive ? scope : undefined);
  // With `-@` the names come in.
  if (stdin && named) {
    for (const text of stdin.text.split('\n')) touch({ ...stdin, text }, modes, via, shell);
  }
  return UNKNOWN;
}
