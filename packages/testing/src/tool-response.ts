/** A tool's input; named are the fields that show up again in the answer. */
interface ToolInput {
  readonly file_path?: unknown;
  readonly content?: unknown;
  readonly old_string?: unknown;
  readonly new_string?: unknown;
  readonly replace_all?: unknown;
  readonly output_mode?: unknown;
  readonly [field: string]: unknown;
}

/**
 * Gives what a built-in tool answers to hooks (`tool_response`), in the shape that the host takes back as a rewrite.
 * `content` is the text within: what Bash printed, a file's content, one hit of Grep or Glob a line; default none.
 * An MCP tool (`mcp__…`) answers with a list of one text block. Other tools give `{}`.
 *
 * @example
 * toolResponse('Bash', { command: 'ls' }, 'a.txt'); // { stdout: 'a.txt', stderr: '', interrupted: false, … }
 */
export function toolResponse(tool: string, input: ToolInput = {}, content = ''): unknown {
  const lines = content === '' ? [] : content.split('\n');
  switch (tool) {
    case 'Bash':
      return { stdout: content, stderr: '', interrupted: false, isImage: false, noOutputExpected: false };
    case 'Read':
      return { type: 'text', file: textFile(input, content) };
    case 'Write':
      return {
        type: 'create',
        filePath: input.file_path,
        content: input.content,
        structuredPatch: [],
        originalFile: null,
        userModified: false,
      };
    case 'Edit':
      return editResponse(input);
    case 'Grep':
      return grepResponse(input, content, lines);
    case 'Glob':
      return {
        filenames: lines,
        durationMs: 4,
        numFiles: lines.length,
        truncated: false,
        totalMatches: lines.length,
        countIsComplete: true,
      };
    default:
      return tool.startsWith('mcp__') ? [{ type: 'text', text: content }] : {};
  }
}

function textFile(input: ToolInput, content: string): unknown {
  const total = content.split('\n').length;
  return { filePath: input.file_path, content, numLines: total, startLine: 1, totalLines: total };
}

function editResponse(input: ToolInput): unknown {
  const { old_string: oldString, new_string: newString } = input;
  return {
    filePath: input.file_path,
    oldString,
    newString,
    originalFile: `${oldString}\n`,
    structuredPatch: [
      { oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: [`-${oldString}`, `+${newString}`] },
    ],
    userModified: false,
    replaceAll: input.replace_all === true,
  };
}

function grepResponse(input: ToolInput, content: string, lines: readonly string[]): unknown {
  const mode = input.output_mode ?? 'files_with_matches';
  if (mode === 'content') {
    return { mode, numFiles: 0, filenames: [], content, numLines: lines.length, totalLines: lines.length };
  }
  if (mode === 'count') {
    return { mode, numFiles: lines.length, filenames: [], content, numMatches: lines.length };
  }
  return { mode, filenames: lines, numFiles: lines.length, totalFiles: lines.length };
}
