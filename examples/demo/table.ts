import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

const COLOURED = process.stdout.isTTY === true && process.env.NO_COLOR === undefined;

/** Styles a text on a terminal, and leaves it plain elsewhere. */
export function paint(style: Style, text: string): string {
  return COLOURED ? styleText(style, text) : text;
}

const COLUMNS = [
  { title: 'the agent tried to', width: 38 },
  { title: 'what happened', width: 14 },
  { title: 'who said so', width: 34 },
  { title: 'hooks took', width: 10 },
] as const;

/** A row of the table; the last cell says whether the world is as it should be. */
export interface Row {
  readonly tried: string;
  readonly happened: string;
  readonly style: Style;
  readonly who: string;
  readonly milliseconds: number;
  readonly right: boolean;
}

export function printHeader(): void {
  const titles = COLUMNS.map(({ title, width }) => title.padEnd(width)).join('  ');
  console.log(`     ${paint('bold', titles)}`);
  console.log(`     ${paint('dim', COLUMNS.map(({ width }) => '─'.repeat(width)).join('  '))}`);
}

export function printRow({ tried, happened, style, who, milliseconds, right }: Row): void {
  const took = `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
  const cells = [tried, happened, who, took.padStart(COLUMNS[3].width)].map((cell, index) => {
    const { width } = COLUMNS[index as 0 | 1 | 2 | 3];
    return cell.length > width ? `${cell.slice(0, width - 1)}…` : cell.padEnd(width);
  });
  cells[1] = paint(style, cells[1] as string);
  const mark = right ? paint('green', '✓') : paint('red', '✗');
  console.log(`  ${mark}  ${cells.join('  ')}`);
}
