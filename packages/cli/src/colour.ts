/** Colours a text for a stream. */
export type Paint = (colour: 'red' | 'green' | 'yellow' | 'cyan' | 'bold' | 'dim', text: string) => string;

const CODES = { red: 31, green: 32, yellow: 33, cyan: 36, bold: 1, dim: 2 } as const;

/** Gives the paint for a stream: colour on a terminal only, and never under NO_COLOR. */
export function paintFor(stream: { readonly isTTY?: boolean }, env: Readonly<NodeJS.ProcessEnv>): Paint {
  const isOn = stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  return (colour, text) => (isOn ? `\u001b[${CODES[colour]}m${text}\u001b[0m` : text);
}
