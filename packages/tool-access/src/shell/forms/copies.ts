import type { AccessMode } from '../../access.js';
import type { Invocation } from '../invocation.js';
import { ownMatches } from '../own-patterns.js';
import { touch, touchNames, touchTree } from '../paths.js';
import { fieldOf, type Text, UNKNOWN } from '../text.js';

/** Reads `cpio`: the names of what it packs come in. */
export function readCpio(call: Invocation): Text {
  const { shell, args, stdin, via } = call;
  shell.report.impure('cpio writes');
  const passes = args.has('-p');
  for (const [option, mode] of [
    ['-F', args.has('-i -t') ? 'read' : 'write'],
    ['-O', 'write'],
    ['-I -E', 'read'],
  ] as const) {
    for (const file of args.valuesOf(option)) touch(file, [mode], via, shell);
  }
  if (args.has('-o -p') && stdin) {
    for (const text of stdin.text.split('\n'))
      if (text !== '') touchTree({ ...stdin, text }, ['read'], via, shell);
  }
  if (args.has('-i') && !args.has('-t')) touch({ text: '.' }, ['write'], via, shell);
  if (args.has('-t')) return UNKNOWN;
  for (const operand of args.operands) {
    const names = passes ? [operand] : ownMatches(operand, shell, true);
    for (const name of names) touch(name, ['write'], via, shell);
  }
  return UNKNOWN;
}

/** Reads `pax`: with `-w` it packs, with `-r` it unpacks, with both it copies. */
export function readPax(call: Invocation): Text {
  const { shell, args, stdin, via, tree } = call;
  const packs = args.has('-w');
  const unpacks = args.has('-r');
  shell.report.impure('pax may write');
  for (const archive of args.valuesOf('-f')) touch(archive, [packs ? 'write' : 'read'], via, shell);
  const operands = [...args.operands];
  const into = packs && unpacks ? operands.pop() : undefined;
  if (into) touch(into, ['write'], via, shell);
  const modes: AccessMode[] = packs ? ['read'] : ['write'];
  if (packs && operands.length === 0) touchNames(stdin, { shell, via, tree });
  if (unpacks && !packs) {
    touch(fieldOf('.'), ['write'], via, shell);
    for (const text of replacements(args.valuesOf('-s'))) touch({ text }, ['write'], via, shell);
  }
  if (!packs && !unpacks) return UNKNOWN;
  for (const operand of operands) {
    const names = packs ? [operand] : ownMatches(operand, shell, true);
    for (const name of names) touch(name, modes, via, shell, packs ? tree : undefined);
  }
  return UNKNOWN;
}

/** The names that substitutions such as `s/old/new/` may give to what is unpacked, as far as they are written out. */
export function replacements(expressions: readonly Text[]): string[] {
  return expressions.flatMap(({ text }) =>
    text.split(';').flatMap((each) => {
      const [, mark = '', name = ''] =
        /^\s*s?([^\w\s])(?:\\.|(?!\1).)*\1((?:\\.|(?!\1).)*)\1/s.exec(each) ?? [];
      const plain = name.replaceAll(`\\${mark}`, mark);
      return plain === '' || /[&\\]/.test(plain) ? [] : [plain];
    }),
  );
}
