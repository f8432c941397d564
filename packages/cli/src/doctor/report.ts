import { relative } from 'node:path';
import type { Paint } from '../colour.js';
import type { Examination } from './examine.js';
import type { Finding } from './finding.js';

const COLUMN = 8;

/** Writes an examination as a table: level, place, what is wrong, and beneath it what mends it. */
export function reportOf(
  { findings, proofs }: Examination,
  project: string,
  width: number,
  paint: Paint,
): string {
  const rows = findings.flatMap((finding) => rowOf(finding, project, width, paint));
  const tried = proofs.map(({ file, tool, milliseconds, denied }) => {
    const answer = denied ? paint('green', 'denied') : paint('red', 'not denied');
    return `A ${tool} that must be denied, sent through ${shown(file, project)}: ${answer}, ${milliseconds} ms.`;
  });
  return [...rows, ...tried, summaryOf(findings, paint)].join('\n');
}

function rowOf(
  { level, file, at, problem, fix }: Finding,
  project: string,
  width: number,
  paint: Paint,
): string[] {
  const colour = level === 'error' ? 'red' : 'yellow';
  const place = [shown(file, project), at].filter(Boolean).join('  ');
  const indent = ' '.repeat(COLUMN + 1);
  const text = (words: string) =>
    wrap(words, Math.max(40, width - indent.length)).map((line) => indent + line);
  return [
    `${paint(colour, level.padEnd(COLUMN))} ${paint('bold', place)}`,
    ...text(problem),
    ...text(`Fix: ${fix}`),
    '',
  ];
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

function shown(file: string, project: string): string {
  const path = relative(project, file);
  return path === '' || path.startsWith('..') ? file : path;
}

function summaryOf(findings: readonly Finding[], paint: Paint): string {
  if (findings.length === 0) return paint('green', 'Nothing is wrong.');
  const errors = findings.filter(({ level }) => level === 'error').length;
  const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;
  return `${count(errors, 'error')}, ${count(findings.length - errors, 'warning')}.`;
}
