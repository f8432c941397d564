import { constants } from 'node:fs';
import { copyFile, lstat, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  checkOptions,
  type Duration,
  definePlugin,
  type OnFailure,
  oneOf,
  option,
  type Plugin,
} from '@hookloom/core';
import { type Access, accessesOf } from '@hookloom/tool-access';
import { withPath } from './input-path.js';
import { type Place, Sandbox } from './sandbox.js';

/** Options of `sandboxRedirect`. */
export interface SandboxRedirectOptions {
  /** The folder that takes the writes. It is made when it is first needed. */
  readonly mount: string;
  /** What is redirected: everything under this folder. Default: '/'. */
  readonly root?: string | undefined;
  /** A write to neither root nor mount, or by a link that leaves them. Default: 'deny'. */
  readonly outside?: 'deny' | 'pass' | undefined;
  /** 'overlay': a path with a copy in the mount is read there, others as they are. 'mount': all are. Default: 'overlay'. */
  readonly reads?: 'overlay' | 'mount' | 'pass' | undefined;
  /** Approve what the host's own file tools do in the mount; MCP tools keep to the permission rules. Default: true. */
  readonly approve?: boolean | undefined;
  readonly timeout?: Duration | undefined;
  readonly onFailure?: OnFailure | undefined;
}

const NAME = 'sandbox-redirect';

// An MCP tool may do more than its paths show, so that one keeps to the permission rules.
const APPROVED_TOOLS: ReadonlySet<string> = new Set([
  'Write',
  'Edit',
  'MultiEdit',
  'NotebookEdit',
  'Read',
  'Grep',
  'Glob',
]);

/** One path of a call that goes elsewhere. */
interface Redirect {
  readonly access: Access;
  readonly place: Extract<Place, { kind: 'inside' }>;
}

/**
 * Sends what the agent writes under `root` to the same place under `mount`, and lets it read its copies back.
 * @throws HookloomError for unknown options, a mount that is the root, holds it, or lies in a system folder.
 * @example
 * createHooks([sandboxRedirect({ mount: '/srv/sandbox', root: '/srv/app' })])
 */
export function sandboxRedirect(options: SandboxRedirectOptions): Plugin {
  checkOptions(NAME, options, {
    mount: { ...option.string, required: true },
    root: option.string,
    outside: oneOf('deny', 'pass'),
    reads: oneOf('overlay', 'mount', 'pass'),
    approve: option.boolean,
    timeout: option.duration,
    onFailure: oneOf('block', 'ask', 'continue'),
  });
  const { mount, root = '/', outside = 'deny', reads = 'overlay', approve = true, ...rest } = options;
  const sandbox = new Sandbox(NAME, mount, root);

  /** Whether an access goes to the mount where it has a place there. */
  async function isRedirected({ mode, tree }: Access, { target }: Redirect['place']): Promise<boolean> {
    if (mode === 'write' || reads === 'mount') return true;
    if (reads === 'pass' || mode !== 'read') return false;
    const copy = await statOf(target);
    return copy !== undefined && !(tree !== undefined && copy.isDirectory());
  }

  return definePlugin({
    name: NAME,
    role: 'rewriter',
    timeout: rest.timeout,
    onFailure: rest.onFailure,
    hooks: {
      PreToolUse: async (ctx, next) => {
        const { cwd } = ctx.payload;
        const { accesses, problems } = accessesOf({ toolName: ctx.tool, toolInput: ctx.input, cwd });
        const unread = problems.find(({ kind }) => kind === 'malformed' || kind === 'too-large');
        if (unread)
          return ctx.deny(`The call could not be read: ${unread.message}. Use a plain absolute path.`);

        const redirects: Redirect[] = [];
        const searched: string[] = [];
        const approved = approve && APPROVED_TOOLS.has(ctx.tool);
        let inMount = false;
        for (const access of inOneVoice(accesses)) {
          const place = await sandbox.place(access.path, cwd);
          if (place.kind === 'mounted') inMount = true;
          if (
            place.kind === 'outside' &&
            outside === 'deny' &&
            (access.mode === 'write' || reads === 'mount')
          ) {
            return ctx.deny(
              `${access.path} lies outside of ${sandbox.root} and its sandbox. Stay within ${sandbox.root}.`,
            );
          }
          if (place.kind !== 'inside') continue;
          if (await isRedirected(access, place)) redirects.push({ access, place });
          else if (access.tree && access.mode === 'read' && (await statOf(place.target)))
            searched.push(place.target);
        }
        for (const folder of searched)
          ctx.note(`Changed files are in ${folder}, which this search leaves out. Search there too.`);
        if (redirects.length === 0) {
          if (inMount && approved) ctx.allow('in the sandbox');
          return;
        }

        let input: Record<string, unknown> | undefined = ctx.input;
        for (const { access, place } of redirects) {
          input = input && withPath(input, access.via, place.target);
          if (input === undefined) {
            return ctx.deny(
              `${access.via} cannot be redirected to the sandbox. Give the path ${place.target} in an absolute form.`,
            );
          }
        }
        ctx.rewrite(input);
        for (const { access, place } of redirects) {
          ctx.note(
            `${access.path} is kept as it is: this call acts on its copy ${place.target}. Read and edit that path from now on.`,
          );
        }
        if (approved) ctx.allow('in the sandbox');
        await next();
        // Only a call that goes on may leave something on the disk.
        if (ctx.verdict.decision === 'deny') return;
        for (const redirect of redirects) await prepare(redirect, accesses);
      },
      // An Edit that the tool itself refuses fires no failure event (measured), so the batch is looked through.
      PostToolBatch: async (ctx) => {
        const { cwd, tool_calls } = ctx.payload;
        for (const { tool_name, tool_input, tool_response } of tool_calls) {
          for (const { path, mode } of accessesOf({ toolName: tool_name, toolInput: tool_input, cwd })
            .accesses) {
            const place = mode === 'write' ? await sandbox.place(path, cwd) : undefined;
            if (place?.kind !== 'inside' || (await statOf(place.target)) === undefined) continue;
            // The answer to a call that has worked names the copy.
            if (!JSON.stringify(tool_response ?? '').includes(place.target)) {
              ctx.note(`${path} has a copy in the sandbox: read ${place.target}, then edit that path.`);
            }
          }
        }
      },
    },
  });
}

/** One access for each field: a field that is written and read goes where the write goes. */
function inOneVoice(accesses: readonly Access[]): Access[] {
  const byField = new Map<string, Access>();
  for (const access of accesses) {
    const key = `${access.via} ${access.path}`;
    if (access.mode === 'write' || !byField.has(key)) byField.set(key, access);
  }
  return [...byField.values()];
}

/** Makes the folders of a copy, and the copy itself where the call changes what is there. */
async function prepare({ access, place }: Redirect, accesses: readonly Access[]): Promise<void> {
  if (access.mode !== 'write') return;
  await mkdir(dirname(place.target), { recursive: true });
  const changes = accesses.some(({ via, mode }) => via === access.via && mode === 'read');
  const original = changes ? await statOf(place.original) : undefined;
  if (!original?.isFile() || (await statOf(place.target))) return;
  await copyFile(place.original, place.target, constants.COPYFILE_EXCL);
}

async function statOf(path: string) {
  try {
    return await lstat(path);
  } catch {
    return undefined;
  }
}
