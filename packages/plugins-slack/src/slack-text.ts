const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Makes any text safe to show in Slack, in at most `limit` characters as Slack counts them, escapes included: nothing in it
 * is markup, a mention or a link, and nothing hides or turns the words around it. Line breaks stay where `lines` is true.
 */
export function toSlackText(text: string, limit: number, lines = false): string {
  const clean = cleanText(text, lines);
  let shown = '';
  let whole = '';
  for (const point of clean) {
    whole += ESCAPES[point] ?? point;
    if (whole.length > limit) return `${shown.trimEnd()}…`;
    // Room for the mark that something was cut.
    if (whole.length < limit) shown = whole;
  }
  return whole;
}

function cleanText(text: string, lines: boolean): string {
  return (
    // A longer text is cut anyway; half a pair at the end is then no character.
    text
      .slice(0, 20_000)
      .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
      .replace(lines ? /\t/g : /[\t\n]+/g, ' ')
      // Controls, and marks that hide or turn text; joiners are part of words and emoji.
      .replace(/(?![\n\u200c\u200d])[\p{Cc}\p{Cf}]/gu, '')
      .replace(/\p{Cs}/gu, '\ufffd')
      .replace(/@(?=here|channel|everyone|group)/gi, '＠')
      .trim()
  );
}
