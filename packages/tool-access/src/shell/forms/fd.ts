import type { CommandEntry } from '../catalogue/entry.js';
import type { Invocation } from '../invocation.js';
import { parseArguments } from '../options.js';
import { resolvePlaces, touch } from '../paths.js';
import { type Field, fieldOf, HOLE, isKnown, joinListings, type Listing, type Text } from '../text.js';

/** Reads `fd`: where it looks, and after `-x` the command that it runs on what it finds. */
export function readFd(call: Invocation): Text {
  const { shell, fields, via } = call;
  const run = fields.findIndex(({ text }) => /^(?:-x|-X|--exec|--exec-batch)$/.test(text));
  const entry: CommandEntry = call.entry;
  const args = run < 0 ? call.args : parseArguments(fields.slice(0, run), entry);
  const [pattern, ...folders] = args.operands;
  const roots = [...args.valuesOf('--search-path'), ...folders];
  const isPlain = args.valuesOf('-t --type').some(({ text }) => /^f(?:ile)?$/.test(text));
  const follows = args.has('-L --follow') ? ('all' as const) : isPlain ? undefined : ('files' as const);
  const scope = {
    ...(follows && { follows }),
    ...(args.has('-H --hidden -u --unrestricted') ? {} : { hidden: false }),
    ...(pattern && pattern.text !== '.' && !args.has('-g --glob') && { like: [pattern.text] }),
    ...(pattern && args.has('-g --glob') && { include: [pattern.text] }),
  };
  const listings = (roots.length > 0 ? roots : [fieldOf('.')]).flatMap((root): Listing[] => {
    touch(root, ['list'], via, shell);
    return isKnown(root) ? resolvePlaces(root.text, shell).map((path) => ({ root: path, scope })) : [];
  });
  if (run < 0) return { text: HOLE, listing: joinListings(listings) };
  shell.report.impure('fd runs a command');
  const command = fields.slice(run + 1).filter(({ text }) => text !== ';');
  const placed = command.some(({ text }) => /\{[/.]*\}/.test(text));
  for (const listing of listings) {
    const item: Field = { text: HOLE, listing };
    const words = command.map(
      (field): Field =>
        /\{[/.]*\}/.test(field.text) ? { ...item, text: field.text.replace(/\{[/.]*\}/g, HOLE) } : field,
    );
    shell.runFields(placed ? words : [...words, item]);
  }
  return { text: HOLE, listing: joinListings(listings) };
}
