import { startedPrograms } from '@hookloom/tool-access';
import { isNamePattern, type Protection } from './protection.js';

const SEARCHES = new Set(['grep', 'egrep', 'fgrep']);

/**
 * Writes a command anew so that its greps leave out the protected names, with options right behind the program's name.
 * Undefined when no grep in it can be told so exactly; whether the result still reaches something is the caller's to judge.
 * ripgrep cannot take back an exempt name, so its searches stay as they are.
 */
export function excludeFromSearches(
  command: string,
  cwd: string,
  protection: Protection,
): string | undefined {
  const options = exclusionsFor(protection);
  if (options === undefined) return undefined;
  const searches = startedPrograms(command, { cwd })
    .programs.flatMap(({ name, args, span }) => (span && SEARCHES.has(name) ? [{ name, args, span }] : []))
    .sort((one, other) => one.span.start - other.span.start);
  let written = '';
  let copied = 0;
  for (const { name, args, span } of searches) {
    // Only a name that is written out plainly, and once, has a place for options behind it.
    if (span.start < copied || !command.slice(span.start, span.end).endsWith(name)) continue;
    // The first of these options decides about every other file.
    if (args.some((word) => word?.startsWith('--inc'))) continue;
    written += `${command.slice(copied, span.end)} ${options.join(' ')}`;
    copied = span.end;
  }
  return copied === 0 ? undefined : written + command.slice(copied);
}

// GNU grep lets the last match decide, so exempt names are taken back; a BSD grep would search those alone.
function exclusionsFor({ deny, allow }: Protection): string[] | undefined {
  if (process.platform !== 'linux') return undefined;
  const sayable = [...deny, ...allow].every((each) => isNamePattern(each) && /^[^'{}\\]+$/.test(each.text));
  if (!sayable) return undefined;
  return [
    ...deny.map(({ text }) => `--exclude='${text}'`),
    ...deny.flatMap(({ kind, text }) => (kind === 'name' ? [`--exclude-dir='${text}'`] : [])),
    ...allow.map(({ text }) => `--include='${text}'`),
  ];
}
