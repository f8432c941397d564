import { resolvePath } from './path-text.js';

const MENTION = /(?:^|[\s(])@(?:"([^"]+)"|([^\s"]+))/g;
const MOST_MENTIONS = 200;

/**
 * The paths that a prompt names as `@file`, which the host would read into the prompt; with and without what may as well
 * end a sentence. At most 200 mentions are looked at.
 *
 * @example
 * mentionedPaths('compare @a.ts, please', '/repo') // ['/repo/a.ts,', '/repo/a.ts']
 */
export function mentionedPaths(prompt: string, cwd: string): string[] {
  const names = [...prompt.matchAll(MENTION)].slice(0, MOST_MENTIONS).flatMap(([, quoted, plain = '']) => {
    // `@server:protocol://path` names a resource; `@file#L1-2` a part of a file.
    const text = (quoted ?? plain).replace(/^[\w.-]+:[a-z][\w+.-]*:\/\//i, '').replace(/#L?\d[\w-]*$/, '');
    return [text, text.replace(/[.,;:!?)\]}'"]+$/, '')];
  });
  return names.filter((name) => name !== '').map((name) => resolvePath(name, { cwd }));
}

const RESOURCE_TOOLS = /^(?:Read|List)McpResource/;

/** The URI of an MCP resource that a call asks for, and the path in it; of a resource on the web there is none. */
export function askedResource(
  toolName: string,
  toolInput: unknown,
): { readonly uri: string; readonly path: string } | undefined {
  const uri = RESOURCE_TOOLS.test(toolName) ? (toolInput as { uri?: unknown } | null)?.uri : undefined;
  if (typeof uri !== 'string' || /^https?:/i.test(uri)) return undefined;
  const path = /^[a-z][\w+.-]*:\/*([^?#]*)/i.exec(uri)?.[1];
  return path === undefined ? undefined : { uri, path: `/${path}` };
}
