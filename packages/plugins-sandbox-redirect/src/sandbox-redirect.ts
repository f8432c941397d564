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
import { planCommand } from './command-redirect.js';
import { prepareCopy, type Redirect, statOf } from './copies.js';
import { planFields } from './field-redirect.js';
import type { Rules } from './plan.js';
import { Sandbox } from './sandbox.js';

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
  /** A shell command that writes under the root: 'rewrite' changes its words, 'deny' refuses it. Default: 'rewrite'. */
  readonly shell?: 'rewrite' | 'deny' | undefined;
  /** A command of which it is not known what it writes, such as `npm test`. Default: 'pass'. */
  readonly undecided?: 'pass' | 'ask' | 'deny' | undefined;
  readonly timeout?: Duration | undefined;
  readonly onFailure?: OnFailure | undefined;
}

const NAME = 'sandbox-redirect';

const COMMAND_TOOLS: ReadonlySet<string> = new Set(['Bash', 'Monitor']);

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
    shell: oneOf('rewrite', 'deny'),
    undecided: oneOf('pass', 'ask', 'deny'),
    timeout: option.duration,
    onFailure: oneOf('block', 'ask', 'continue'),
  });
  const { mount, root = '/', outside = 'deny', reads = 'overlay', approve = true, ...rest } = options;
  const { shell = 'rewrite', undecided = 'pass' } = rest;
  const sandbox = new Sandbox(NAME, mount, root);

  /** Whether an access goes to the mount where it has a place there. */
  async function isRedirected({ mode, tree }: Access, { target }: Redirect['place']): Promise<boolean> {
    if (mode === 'write' || reads === 'mount') return true;
    if (reads === 'pass' || mode !== 'read') return false;
    const copy = statOf(target);
    return copy !== undefined && !(tree !== undefined && copy.isDirectory());
  }

  const rules: Rules = { sandbox, outside, reads, undecided, isRedirected };

  return definePlugin({
    name: NAME,
    role: 'rewriter',
    timeout: rest.timeout,
    onFailure: rest.onFailure,
    hooks: {
      PreToolUse: async (ctx, next) => {
        const { payload } = ctx;
        const command = COMMAND_TOOLS.has(ctx.tool) ? ctx.input.command : undefined;
        const plan =
          typeof command === 'string'
            ? await planCommand(ctx.input, command, payload, rules)
            : await planFields(ctx.tool, ctx.input, payload, rules);
        if (plan.kind === 'deny' || plan.kind === 'ask') return ctx[plan.kind](plan.reason);
        if (plan.kind === 'rewrite' && command !== undefined && shell === 'deny') {
          return ctx.deny(
            `Commands must not write under ${sandbox.root}. Use the Write and Edit tools, which are redirected.`,
          );
        }
        for (const note of plan.notes) ctx.note(note);
        const approved = approve && APPROVED_TOOLS.has(ctx.tool);
        if (plan.kind === 'pass') {
          if (plan.inMount && approved) ctx.allow('in the sandbox');
          return;
        }
        ctx.rewrite(plan.input);
        if (approved) ctx.allow('in the sandbox');
        await next();
        // Only a call that goes on may leave something on the disk.
        if (ctx.verdict.decision === 'deny') return;
        for (const redirect of plan.redirects) await prepareCopy(redirect);
      },
      // An Edit that the tool itself refuses fires no failure event (measured), so the batch is looked through.
      PostToolBatch: async (ctx) => {
        const { cwd, tool_calls } = ctx.payload;
        for (const { tool_name, tool_input, tool_response } of tool_calls) {
          for (const { path, mode } of accessesOf({ toolName: tool_name, toolInput: tool_input, cwd })
            .accesses) {
            const place = mode === 'write' ? await sandbox.place(path, ctx.payload) : undefined;
            if (place?.kind !== 'inside' || statOf(place.target) === undefined) continue;
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
