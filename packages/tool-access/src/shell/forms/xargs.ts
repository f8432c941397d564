import type { Invocation } from '../invocation.js';
import { areSureNames, isChanger, isReader, partedNames, tightened } from '../name-lists.js';
import type { Arguments } from '../options.js';
import { knownContent, touch } from '../paths.js';
import { type Field, fieldOf, HOLE, type Text, UNKNOWN } from '../text.js';
import { applyUse } from '../uses.js';
import { itemsOf, MOST_ITEMS, type Parting } from './xargs-items.js';

// Names of files that a plain reader is given, where they are sure to be nothing else.
function sureNames({ shell, args, stdin }: Invocation): Field | undefined {
  const [command, ...words] = args.operands;
  const marker = markerOf(args);
  const isPlain =
    stdin !== undefined &&
    (command === undefined || isReader(command.text)) &&
    args.options.every(({ spec }) => /^-[0rnPILs]$/.test(spec.names[0] ?? '')) &&
    words.every(({ text }) => marker === undefined || text === marker || !text.includes(marker));
  if (!isPlain || args.unknown.length > 0) return undefined;
  const parted = args.has('-0 --null') ? 'nul' : 'lines';
  if (!areSureNames(stdin, parted, shell)) return undefined;
  // Written so that it can be no option.
  return { text: `./${HOLE}`, listing: stdin.listing };
}

function markerOf(args: Arguments): string | undefined {
  if (!args.has('-I -i --replace')) return undefined;
  return args.valuesOf('-I -i --replace').at(-1)?.text || '{}';
}

function partingOf(args: Arguments): Parting {
  const told = args.valuesOf('-d --delimiter').at(-1)?.text;
  if (told !== undefined) return { at: told };
  if (args.has('-0 --null')) return { at: '\n' };
  return args.has('-I -i --replace') ? 'lines' : 'blanks';
}

/** Reads `xargs`: its command is run with what comes in. */
export function readXargs(call: Invocation): Text {
  const { shell, args, stdin } = call;
  const names = sureNames(call);
  if (names) return runWith(call, [names]);
  shell.report.impure('xargs runs a command');
  for (const file of args.valuesOf('-a --arg-file')) {
    const known = knownContent(file, shell);
    if (known) return runWith(call, itemsOf(known, partingOf(args)));
  }
  for (const { spec, value } of args.options) {
    if (spec.names.includes('-a') && value) shell.runFields([fieldOf('cat'), value]);
  }
  if (args.has('-a --arg-file')) return runWith(call, [{ text: HOLE }]);
  const items = itemsOf(stdin, partingOf(args));
  const isDirect =
    args.has('-0 --null') && partedNames(stdin) === 'nul' && isChanger(args.operands[0]?.text ?? '');
  return runWith(
    call,
    isDirect ? items.map((item) => ({ ...item, listing: item.listing && tightened(item.listing) })) : items,
  );
}

function runWith({ shell, args }: Invocation, items: readonly Field[]): Text {
  const command = args.operands.length > 0 ? args.operands : [fieldOf('echo')];
  const marker = markerOf(args);
  if (marker === undefined) return shell.runFields([...command, ...items], {});
  let output: Text = UNKNOWN;
  for (const item of items) {
    const fields = command.map(
      (field): Field =>
        field.text.includes(marker)
          ? {
              ...item,
              text: field.text.replaceAll(marker, () => item.text),
              span: undefined,
              // The folder in front of the marker is not the one that was listed.
              ...(/^[/~]/.test(field.text) && { listing: undefined }),
            }
          : field,
    );
    output = shell.runFields(fields, {});
  }
  return output;
}

// After `:::` stand the items themselves, after `::::` files that hold them.
function givenBy(operand: Field, index: number, all: readonly Field[], { shell, via }: Invocation): Field[] {
  if (/^:{3,4}\+?$/.test(operand.text)) return [];
  const mark = all.slice(0, index).findLast(({ text }) => /^:{3,4}\+?$/.test(text));
  if (!mark?.text.startsWith('::::')) return [operand];
  touch(operand, ['read'], via, shell);
  const known = knownContent(operand, shell);
  return itemsOf(known, { at: '\n' });
}

/** Reads GNU `parallel`: a command, and after `:::` what it is run with. */
export function readParallel(call: Invocation): Text {
  const { shell, args, stdin } = call;
  shell.report.impure('parallel runs commands');
  for (const { spec, value } of args.options) if (value) applyUse(spec.use, value, call);
  const { operands } = args;
  const split = operands.findIndex(({ text }) => /^:{3,4}\+?$/.test(text));
  const command = split < 0 ? operands : operands.slice(0, split);
  const items =
    split < 0
      ? itemsOf(stdin, { at: '\n' })
      : operands.slice(split).flatMap((operand, index, all) => givenBy(operand, index, all, call));
  const line = command.map(({ text }) => text).join(' ');
  for (const item of items.slice(0, MOST_ITEMS)) {
    const replaced = /\{[^}]*\}/.test(line)
      ? line.replace(/\{[^}\s,]*\}/g, () => item.text)
      : `${line} ${item.text}`;
    if (item.listing) shell.runFields([...command, item]);
    else shell.runText({ text: replaced, origin: item.origin }, { inside: 'new' });
  }
  return UNKNOWN;
}
