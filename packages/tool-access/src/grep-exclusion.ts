import type { LeftOut } from './left-out.js';
import { startedPrograms } from './shell/index.js';

const SEARCHES = new Set(['grep', 'egrep', 'fgrep']);

/**
 * Writes a command anew so that its greps leave names out, with options right behind the program's name. Undefined when no
 * grep in it can be told so exactly; whether the result still reaches something is the caller's to judge. ripgrep cannot
 * take back a kept name, so its searches stay as they are.
 *
 * @example
 * excludeFromGreps('grep -r x .', '/repo', { names: ['.env'], folderNames: [], kept: [], places: [] })
 * // "grep --exclude='.env' -r x ."
 */
export function excludeFromGreps(command: string, cwd: string, leftOut: LeftOut): string | undefined {
  const options = optionsFor(leftOut);
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

// GNU grep lets the last match decide, so kept names are taken back; a BSD grep would search those alone.
function optionsFor({ names, folderNames, kept, places }: LeftOut): string[] | undefined {
  const isSayable = [...names, ...kept].every((name) => /^[^'{}\\]+$/.test(name));
  if (process.platform !== 'linux' || places.length > 0 || !isSayable) return undefined;
  return [
    ...names.map((name) => `--exclude='${name}'`),
    ...folderNames.map((name) => `--exclude-dir='${name}'`),
    ...kept.map((name) => `--include='${name}'`),
  ];
}
