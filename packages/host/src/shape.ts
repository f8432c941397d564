import { isPlainObject } from './json.js';

// Fields that take only certain words in the SDK's output types: with another word there the host drops the rewrite.
const KIND_KEYS: ReadonlySet<string> = new Set(
  (
    'type kind mode status action method scope role rel rail level outcome severity verdict edit_mode cell_type ' +
    'taskType mediaType unanswered folder_audience disabledReason'
  ).split(' '),
);
const KIND_VALUE = /^[a-z][a-z_-]{0,30}(\/[a-z][a-z.+-]{0,20})?$/i;

/**
 * Tells whether a rewritten output has the shape of the original: the same keys with the same types, and the same kind.
 * The host drops an output of another shape without a word, and the model reads the original. Extra keys are fine.
 */
export function hasShapeOf(original: unknown, rewritten: unknown): boolean {
  if (original === null || original === undefined) return true;
  if (Array.isArray(original)) {
    if (!Array.isArray(rewritten)) return false;
    return (
      original.length === 0 || rewritten.every((item) => original.some((before) => hasShapeOf(before, item)))
    );
  }
  if (!isPlainObject(original)) return typeof original === typeof rewritten;
  if (!isPlainObject(rewritten)) return false;
  return Object.entries(original).every(([key, value]) => {
    if (!Object.hasOwn(rewritten, key)) return false;
    return isKind(key, value) ? rewritten[key] === value : hasShapeOf(value, rewritten[key]);
  });
}

/**
 * Makes an output of the tool's shape that says `text` and nothing else, so that the host takes it and nothing gets through.
 * As measured: an MCP tool takes any block; Bash takes its three main fields, and refuses a whole rewrite for one wrong
 * word in its git fields; images, PDFs and notebooks may be answered as text, where a replaced picture would be broken.
 */
export function withhold(tool: string | undefined, output: unknown, text: string): unknown {
  if (tool?.startsWith('mcp__')) return [{ type: 'text', text }];
  if (tool === 'Bash') return { stdout: text, stderr: '', interrupted: false };
  if (tool === 'Read' && isPlainObject(output) && output.type !== 'text') {
    return {
      type: 'text',
      file: { filePath: text, content: text, numLines: 1, startLine: 1, totalLines: 1 },
    };
  }
  return replaceTexts(output, text);
}

function replaceTexts(output: unknown, text: string): unknown {
  if (typeof output === 'string') return text;
  if (Array.isArray(output)) return output.map((item) => replaceTexts(item, text));
  if (!isPlainObject(output)) return output;
  return Object.fromEntries(
    Object.entries(output).map(([key, value]) => [
      key,
      isKind(key, value) ? value : replaceTexts(value, text),
    ]),
  );
}

function isKind(key: string, value: unknown): boolean {
  return KIND_KEYS.has(key) && typeof value === 'string' && KIND_VALUE.test(value);
}

/** The output that stands in for one which a failure withholds; of a payload that cannot be read, too. */
export function withheldOutput(payload: unknown, by: string): unknown {
  const text = `[withheld: ${by} failed]`;
  try {
    const { tool_name, tool_response } = payload as Record<string, unknown>;
    return withhold(typeof tool_name === 'string' ? tool_name : undefined, tool_response, text) ?? text;
  } catch {
    return [{ type: 'text', text }];
  }
}
