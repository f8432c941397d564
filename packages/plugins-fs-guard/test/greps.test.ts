import { execFileSync } from 'node:child_process';
import type { Stack } from '@hookloom/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { envFileGuard } from '../src/env-file-guard.js';
import { pathGuard } from '../src/path-guard.js';
import { makeProject, type Project } from './project.js';

const FILES = {
  '.env': 'MARK secret',
  '.env.local': 'MARK secret',
  '.env.example': 'MARK template',
  'src/a.ts': 'MARK code',
  'packages/api/.env': 'MARK secret',
  'packages/api/b.ts': 'MARK code',
};

// Without its hits, grep exits with 1.
function run(command: string, { root }: Project): string[] {
  try {
    const found = execFileSync('bash', ['-c', command], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
    return found.toString().trim().split('\n').sort();
  } catch {
    return [];
  }
}

async function judge(command: string, project: Project, guard: Stack = envFileGuard()) {
  const { verdict, input } = await project.call(guard, 'Bash', { command });
  return {
    decision: verdict.decision,
    command: (input as { command: string } | undefined)?.command ?? command,
  };
}

describe.runIf(process.platform === 'linux')('a recursive grep goes on without the closed files', () => {
  it.each([
    'grep -r MARK .',
    'grep -rn MARK',
    'grep -Rl MARK . | sort',
    'sudo grep -r MARK . >/dev/null; grep -r MARK packages',
    'for d in src packages; do grep -rh MARK $d; done; grep -r MARK .',
    'grep --exclude="*.md" -r MARK .',
    'find() { grep -r "$1" .; }; find MARK; find code',
  ])('%s', async (command) => {
    const project = makeProject(FILES);
    const judged = await judge(command, project);
    expect(judged.decision).toBe('none');
    const isOpen = (line: string) => !line.includes('secret') && !/\.env(?:\.local)?$/.test(line);
    expect(run(judged.command, project)).toEqual(run(command, project).filter(isOpen));
  });

  it.each([
    'grep -r --include=".env*" MARK .',
    'grep -r --exclude=.env --include=.env MARK .',
    "bash -c 'grep -r MARK .'",
    'grep -r MARK . && cat .env',
    'find . -type f | xargs grep MARK',
    'rg --hidden MARK',
    'rg -uu -g "!.env*" -g .env MARK',
  ])('%s is denied with advice', async (command) => {
    const project = makeProject(FILES);
    const { verdict } = await project.call(envFileGuard(), 'Bash', { command });
    expect(verdict.decision).toBe('deny');
    expect(verdict.votes[0]?.reason).toMatch(/\.env/);
  });

  it('a folder of a closed name is left out with all that is in it', async () => {
    const project = makeProject({ ...FILES, 'keys/prod.ts': 'MARK key' });
    const judged = await judge('grep -rh MARK .', project, pathGuard({ deny: ['keys', '.env*'] }));
    expect(run(judged.command, project)).toEqual(['MARK code', 'MARK code']);
  });

  it('a pattern that is a path cannot be said to grep, so the search is denied', async () => {
    const project = makeProject(FILES);
    const guard = pathGuard({ deny: ['packages/api'], root: project.root });
    expect((await judge('grep -r MARK .', project, guard)).decision).toBe('deny');
  });

  it('whatever the order of --include and --exclude, no closed file is printed', async () => {
    const project = makeProject(FILES);
    const glob = fc.constantFrom('.env', '.env*', '*', '*.ts', '.env.example', 'x');
    const option = fc.tuple(fc.constantFrom('--include', '--exclude'), glob);
    await fc.assert(
      fc.asyncProperty(fc.array(option, { maxLength: 3 }), async (options) => {
        const words = options.map(([name, value]) => `${name}='${value}'`);
        const judged = await judge(['grep -r', ...words, 'MARK .'].join(' '), project);
        if (judged.decision !== 'none') return;
        expect(run(judged.command, project).join('\n')).not.toContain('secret');
      }),
      { numRuns: 60 },
    );
  });
});
