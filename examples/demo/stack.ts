import { setTimeout as sleep } from 'node:timers/promises';
import { definePlugin, onTool, type Stack } from '@hookloom/core';
import { envFileGuard, systemPathGuard } from '@hookloom/plugins-fs-guard';

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

/** The stack of the demo: two guards of the kind that people install, and plugins that misbehave. */
export const stack: Stack = [
  append('slow', 150),
  append('fast', 0),
  envFileGuard(),
  systemPathGuard(),
  failOn('guard-throws.txt', 'buggy-guard', throwError),
  failOn('guard-hangs.txt', 'stuck-guard', hang),
  failOn('observer-throws.txt', 'buggy-observer', throwError, 'observer'),
];
