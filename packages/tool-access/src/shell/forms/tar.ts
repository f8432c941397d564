import { posix } from 'node:path';
import type { AccessMode, SearchScope } from '../../access.js';
import type { CommandEntry } from '../catalogue/entry.js';
import { inSubshell } from '../flow.js';
import type { Invocation } from '../invocation.js';
import { type Arguments, parseArguments } from '../options.js';
import { ownMatches } from '../own-patterns.js';
import { knownContent, touch } from '../paths.js';
import { type Field, HOLE, type Text, tailOf, UNKNOWN } from '../text.js';
import { applyUse } from '../uses.js';
import { replacements } from './copies.js';

// `tar czf x.tgz .`: the letters of the first word take their values from the words after it, in order.
function unbundled(fields: readonly Field[], entry: CommandEntry): readonly Field[] {
  const [first, ...rest] = fields;
  if (!first || first.text.startsWith('-') || !/^[A-Za-z]+$/.test(first.text)) return fields;
  const valued = new Set(
    Object.keys(entry.options ?? {}).flatMap((names) => names.replace(/[?!]/g, '').split(',')),
  );
  const found: Field[] = [];
  let next = 0;
  for (const letter of first.text) {
    found.push({ text: `-${letter}` });
    if (valued.has(`-${letter}`) && rest[next]) {
      found.push(rest[next] as Field);
      next += 1;
    }
  }
  return [...found, ...rest.slice(next)];
}

// What is not for names in every folder is for the member's whole name, which begins as the operand is written.
function leftOut({ options }: Arguments): string[] {
  let anchored = false;
  let wildcards = true;
  return options.flatMap(({ spec, value }) => {
    const [name = ''] = spec.names;
    if (/^--(?:no-)?anchored$/.test(name)) anchored = name === '--anchored';
    if (/^--(?:no-)?wildcards$/.test(name)) wildcards = name === '--wildcards';
    if (name !== '--exclude' || !value || /[{(]/.test(value.text)) return [];
    const isSure = (wildcards || !/[*?[]/.test(value.text)) && (!anchored || value.text.startsWith('./'));
    return isSure && !value.text.endsWith('/') ? [value.text] : [];
  });
}

/** Reads `tar`: what it packs, where it unpacks, which programs it runs. */
export function readTar(call: Invocation): Text {
  const { shell, entry, via } = call;
  const fields = unbundled(call.fields, entry);
  const args = parseArguments(fields, entry);
  const inner = { ...call, args };
  const creates = args.has('-c --create -r --append -u --update -A --catenate --concatenate');
  const extracts = args.has('-x --extract --get');
  const removes = args.has('--remove-files');
  if (creates || extracts || args.has('--delete')) shell.report.impure('tar writes');
  if (args.unknown[0]) shell.report.impure('tar has an option that is not known');
  for (const { spec, value } of args.options) {
    if (spec.marked) shell.report.impure(`tar ${spec.names[0]} does more than read`);
    if (!value) continue;
    if (spec.names.includes('--checkpoint-action')) {
      if (value.text.startsWith('exec=')) shell.runText({ text: value.text.slice(5) }, { inside: 'new' });
    } else if (spec.names.includes('-f')) {
      if (value.text.includes(':')) shell.report.impure('tar may reach another host');
      if (!/^[\w.-]+:/.test(value.text)) applyUse(creates ? 'write' : 'read', value, inner);
    } else if (spec.names.includes('--add-file')) applyUse(removes ? 'edit' : 'read', value, inner);
    else if (spec.use !== 'cd') applyUse(spec.use, value, inner);
  }
  function unpack(operand: Field, matches: boolean): void {
    for (const name of matches ? ownMatches(operand, shell, true) : [operand])
      touch(name, ['write'], via, shell);
  }
  inSubshell(shell, () => {
    const folder = args.valuesOf('-C --directory --cd').at(-1);
    if (folder) {
      const places = folder.text.includes(HOLE)
        ? [HOLE]
        : shell.places().map((place) => posix.resolve(place, folder.text));
      shell.scope.cwds = places;
    }
    if (extracts && !args.has('-O --to-stdout')) {
      touch({ ...(folder ?? {}), text: '.' }, ['write'], via, shell);
    }
    const scope: SearchScope = {
      exclude: leftOut(args),
      ...(args.has('-h --dereference') && { follows: 'all' as const }),
    };
    const packed: AccessMode[] = removes ? ['read', 'write'] : ['read'];
    const listed = args.valuesOf('-T --files-from').flatMap((list) => {
      const known = list.text === '-' ? call.stdin : knownContent(list, shell);
      return (known?.text.split('\n') ?? []).map((text) => ({ ...known, text }));
    });
    const isBsd = entry.patterns !== undefined;
    const compares = args.has('-d --diff --compare');
    for (const operand of [...args.operands, ...listed]) {
      if (creates && isBsd && operand.text.startsWith('@')) touch(tailOf(operand, 1), ['read'], via, shell);
      else if (creates || compares) touch(operand, packed, via, shell, scope);
      else if (extracts && !args.has('-O --to-stdout')) unpack(operand, isBsd || args.has('--wildcards'));
    }
    if (!extracts || args.has('-O --to-stdout')) return;
    for (const top of args.valuesOf('--one-top-level')) touch(top, ['write'], via, shell);
    const renamed = replacements(args.valuesOf(isBsd ? '-s' : '--transform'));
    for (const text of renamed)
      touch(
        { text: args.has('-P --absolute-names') ? text : text.replace(/^\/+/, '') },
        ['write'],
        via,
        shell,
      );
  });
  return UNKNOWN;
}
