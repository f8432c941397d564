import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Outcome, Stack } from '@hookloom/core';
import { fire, toolCall } from '@hookloom/testing';
import { onTestFinished } from 'vitest';

export interface Project {
  readonly root: string;
  path(relative: string): string;
  /** Runs a stack on one tool call made in the project. */
  call(stack: Stack, tool: string, input: Record<string, unknown>): Promise<Outcome>;
}

/** Makes a project in a temporary folder that goes when the test ends. A value of `->x` makes a link to x. */
export function makeProject(files: Record<string, string>): Project {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookloom-fs-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const path = (relative: string) => join(root, relative);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(path(name)), { recursive: true });
    if (content.startsWith('->')) symlinkSync(content.slice(2), path(name));
    else writeFileSync(path(name), content);
  }
  return { root, path, call: (stack, tool, input) => fire(stack, toolCall(tool, input, { cwd: root })) };
}
