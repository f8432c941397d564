import { canonicalPath, resolvePath } from '@hookloom/tool-access';
import type { Protection } from './protection.js';

const MENTION = /(?:^|[\s(])@(?:"([^"]+)"|([^\s"]+))/g;
const MOST_MENTIONS = 200;

/** The first protected file that a prompt names as `@file`, which the host would read into the prompt. */
export async function protectedMention(
  prompt: string,
  cwd: string,
  protection: Protection,
): Promise<string | undefined> {
  let count = 0;
  for (const [, quoted, plain = ''] of prompt.matchAll(MENTION)) {
    count += 1;
    if (count > MOST_MENTIONS) return undefined;
    // `@server:protocol://path` names a resource; `@file#L1-2` a part of a file.
    const text = (quoted ?? plain).replace(/^[\w.-]+:[a-z][\w+.-]*:\/\//i, '').replace(/#L?\d[\w-]*$/, '');
    for (const name of [text, text.replace(/[.,;:!?)\]}'"]+$/, '')]) {
      if (name === '') continue;
      const path = resolvePath(name, { cwd });
      const real = await canonicalPath(path, cwd);
      if (real === undefined || (await protection.covers(path)) || (await protection.covers(real)))
        return path;
    }
  }
  return undefined;
}

const RESOURCE_TOOLS = /^(?:Read|List)McpResource/;

/** The URI of an MCP resource whose name is a protected one; what a server reads for it is the file of that name. */
export async function protectedResource(
  { tool, input }: { tool: string; input: unknown },
  rules: { readonly protection: Protection },
): Promise<string | undefined> {
  const uri = RESOURCE_TOOLS.test(tool) ? (input as { uri?: unknown } | null)?.uri : undefined;
  if (typeof uri !== 'string' || /^https?:/i.test(uri)) return undefined;
  const path = /^[a-z][\w+.-]*:\/*([^?#]*)/i.exec(uri)?.[1];
  return path !== undefined && (await rules.protection.covers(`/${path}`)) ? uri : undefined;
}
