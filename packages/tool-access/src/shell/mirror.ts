import { posix } from 'node:path';
import type { Invocation } from './invocation.js';
import { touch } from './paths.js';
import { type Field, fieldOf } from './text.js';
import { isRemote } from './value-forms.js';

/** A mirror deletes in its target what its source does not have, but for what it leaves out. */
export function clearTarget(given: readonly Field[], call: Invocation): void {
  const { entry, args, shell, via } = call;
  const target = given.at(-1);
  if (!entry.mirrors || !target || given.length < 2 || isRemote(target.text)) return;
  if (entry.mirrors !== 'always' && !args.has(entry.mirrors)) return;
  const { follows: _, ...left } = call.tree ?? {};
  const scope = args.has('--delete-excluded') ? {} : left;
  for (const { text } of given.slice(0, -1)) {
    // Of a folder without a slash behind it rsync clears the folder of that name.
    const isWhole = via !== 'rsync' || args.has('-R') || /(?:^|[/:])(?:\.{1,2})?$/.test(text);
    const folder = isWhole ? target : fieldOf(`${target.text}/${posix.basename(text).replace(/^.*:/, '')}`);
    touch(folder, ['write'], via, shell, scope);
  }
}
