import { fileURLToPath, pathToFileURL } from 'node:url';

type Fields = Record<string, unknown>;

/**
 * Gives a copy of a tool's input with another path in one field, named as `accessesOf` names it: `file_path`,
 * `paths[1]`, `edits[0].file_path`. A `file:` URI stays one. Undefined when the field cannot
 * take an absolute path, or is no field: a command in the call touches the path.
 */
export function withPath(input: Readonly<Fields>, via: string, path: string): Fields | undefined {
  const steps = via.split('.').flatMap((part) => part.replace(/\]/g, '').split('['));
  const last = steps.at(-1) as string;
  // A server joins such a path to its own folder, and would leave the sandbox with an absolute one.
  if (/^relative/i.test(last) || last === 'pattern') return undefined;
  const copy = structuredClone(input) as Fields;
  let owner: Fields = copy;
  for (const step of steps.slice(0, -1)) {
    const inner = owner[step];
    if (typeof inner !== 'object' || inner === null) return undefined;
    owner = inner as Fields;
  }
  const before = owner[last];
  // A search without a `path` can be given one.
  if (before === undefined ? last !== 'path' : typeof before !== 'string') return undefined;
  owner[last] = typeof before === 'string' && isFileUri(before) ? pathToFileURL(path).href : path;
  return copy;
}

function isFileUri(text: string): boolean {
  try {
    return fileURLToPath(text) !== '';
  } catch {
    return false;
  }
}
