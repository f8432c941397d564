import { posix } from 'node:path';
import type { Invocation } from '../invocation.js';
import { namesInto, resolvePlaces, touch } from '../paths.js';
import { type Field, isKnown, type Text, UNKNOWN } from '../text.js';

/** Reads `ln`: a hard link is another name for the same content; a symbolic one is remembered for the rest of the command. */
export function readLn({ shell, args, via }: Invocation): Text {
  shell.report.impure('ln writes');
  const symbolic = args.has('-s --symbolic');
  const relative = args.has('-r --relative');
  const into = args.valuesOf('-t --target-directory')[0];
  const { operands } = args;
  const targets = into || operands.length === 1 ? operands : operands.slice(0, -1);
  const link: Field = into ?? (operands.length > 1 ? (operands.at(-1) as Field) : { text: '.' });
  touch(link, ['write'], via, shell);
  for (const target of targets) {
    touch(target, [symbolic ? 'list' : 'read'], via, shell);
    if (!isKnown(link)) continue;
    const { text, listing } = target;
    if (!isKnown(target)) {
      for (const scope of namesInto(link.text, target)) touch(link, ['write'], via, shell, scope);
      if (!listing) continue;
    }
    for (const path of resolvePlaces(link.text, shell)) {
      const folder = shell.files?.kind(path) === 'folder' || link.text.endsWith('/') || link.text === '.';
      const made = folder ? posix.join(path, posix.basename(text)) : path;
      if (folder) touch({ text: made }, ['write'], via, shell);
      const from = symbolic && !relative ? posix.dirname(made) : (shell.places()[0] ?? '/');
      shell.links.set(made, isKnown(target) ? { text: posix.resolve(from, text) } : { text, listing });
    }
  }
  return UNKNOWN;
}
