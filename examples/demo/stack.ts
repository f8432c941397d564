import { setTimeout as sleep } from 'node:timers/promises';
import { definePlugin, onTool, type Stack } from '@hookloom/core';
import { readOnlyApprove } from '@hookloom/plugins-auto-approve';
import { envFileGuard, systemPathGuard } from '@hookloom/plugins-fs-guard';
import { recursionGuard } from '@hookloom/plugins-recursion-guard';
import { sandboxRedirect } from '@hookloom/plugins-sandbox-redirect';
import { webhookNotifier } from '@hookloom/plugins-webhook';
import type { Project } from '@hookloom/testing';

/** A rewriter of notes.md that takes its time. */
function append(word: string, milliseconds: number) {
  return definePlugin({
    name: `append-${word}`,
    role: 'rewriter',
    hooks: {
      PreToolUse: onTool('Write', async (ctx) => {
        if (!ctx.input.file_path.endsWith('notes.md')) return;
        await sleep(milliseconds);
        ctx.rewrite({ ...ctx.input, content: `${ctx.input.content} ${word}` });
      }),
    },
  });
}

/** A plugin that fails in some way on one file. */
function failOn(file: string, name: string, fail: () => Promise<void>, role: 'guard' | 'observer' = 'guard') {
  return definePlugin({
    name,
    role,
    timeout: '400ms',
    hooks: {
      PreToolUse: onTool('Write', (ctx) => (ctx.input.file_path.endsWith(file) ? fail() : undefined)),
    },
  });
}

const throwError = () => Promise.reject(new Error('a bug'));
const hang = () => new Promise<void>(() => undefined);

/** The webhook of the demo: nobody listens there. */
export const deadWebhook = webhookNotifier({
  url: 'http://127.0.0.1:9/nobody-listens',
  allowInsecure: 'loopback',
  deadline: '1s',
});

/** The stack of the demo: the guards that people install, a dead webhook, and plugins that misbehave. */
export function makeStack({ path }: Project): Stack {
  return [
    deadWebhook,
    append('slow', 150),
    append('fast', 0),
    recursionGuard({ maxDepth: 2 }),
    sandboxRedirect({ mount: path('../sandbox'), root: path('build'), outside: 'pass' }),
    envFileGuard(),
    systemPathGuard(),
    readOnlyApprove(),
    failOn('guard-throws.txt', 'buggy-guard', throwError),
    failOn('guard-hangs.txt', 'stuck-guard', hang),
    failOn('observer-throws.txt', 'buggy-observer', throwError, 'observer'),
  ];
}
