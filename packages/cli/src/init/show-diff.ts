import { createTwoFilesPatch } from 'diff';
import type { Paint } from '../colour.js';

/** Writes the change of a file as a unified diff, coloured by `paint`. */
export function showDiff(path: string, before: string | undefined, after: string, paint: Paint): string {
  const header = { context: 3 };
  const from = before === undefined ? '/dev/null' : path;
  return createTwoFilesPatch(from, path, before ?? '', after, '', '', header)
    .split('\n')
    .filter((line) => !/^(?:={3,}$|Index: )/.test(line))
    .map((line) => {
      if (/^(?:\+\+\+|---)/.test(line)) return paint('bold', line.trimEnd());
      if (line.startsWith('@@')) return paint('cyan', line);
      if (line.startsWith('+')) return paint('green', line);
      return line.startsWith('-') ? paint('red', line) : line;
    })
    .join('\n');
}
