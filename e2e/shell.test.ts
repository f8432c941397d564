import { execFileSync } from 'node:child_process';
import { envFileGuard, systemPathGuard } from '@hookloom/plugins-fs-guard';
import { type Project, runRealAgent, text, toolUse } from '@hookloom/testing';
import { expect, it } from 'vitest';

const FILES = {
  '.env': 'KEY=MARKER_ENV\n',
  '.env.local': 'KEY=MARKER_LOCAL\n',
  '.env.example': 'KEY=\n',
  'packages/api/.env': 'KEY=MARKER_API\n',
  'src/a.ts': 'const key = process.env.KEY; // TODO\n',
  'package.json': '{ "name": "app", "version": "1.0.0" }\n',
  'docs/config.link': { symlink: '../.env' },
};

function commitAll({ cwd }: Project): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd, stdio: 'ignore' });
  git('init', '-q', '.');
  git('add', '-f', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-q', '-m', 'x');
}

/** Lets the real agent run commands under the guards, each in a call of its own. */
function runCommands(commands: readonly string[]) {
  return runRealAgent({
    files: FILES,
    prepare: commitAll,
    stack: [envFileGuard(), systemPathGuard()],
    script: [
      ...commands.map((command, index) => [
        toolUse('Bash', { command, description: 'x' }, `command-${index}`),
      ]),
      [text('done')],
    ],
  });
}

it('ten disguised reads of an env file: the value never reaches the model', async () => {
  const commands = [
    'cat .e*',
    'c\'a\'t .e"n"v',
    'F=.env; head -1 "$F"',
    "bash -c 'cat $0' .env",
    'git show HEAD:.env',
    'cd packages && cat api/.env',
    'grep -rh KEY . --include=.env',
    'tar cf - .env | tar xOf -',
    'base64 < docs/config.link | base64 -d',
    "node -e \"console.log(require('fs').readFileSync('.env','utf8'))\"",
  ];
  await using run = await runCommands(commands);
  for (const [index, command] of commands.entries()) {
    expect.soft(run.toolResults.get(`command-${index}`)?.isError, command).toBe(true);
  }
  expect(run.toldModel('MARKER_')).toBe(false);
});

it('ten innocent commands all run', async () => {
  const commands = [
    'ls -la',
    'cat .env.example',
    'grep -rn "process.env" src',
    'git status --short && git log --oneline -1',
    'git commit -q --allow-empty -m "docs: cat .env is not allowed"',
    'test -f .env && echo there',
    "cat > notes.md <<'EOF'\ncp .env.example .env\ncat .env\nEOF",
    'echo "add .env to .gitignore" >> notes.md',
    'for f in src/*.ts; do wc -l "$f"; done',
    'node -p "require(\'./package.json\').version" 2> /dev/null',
  ];
  await using run = await runCommands(commands);
  for (const [index, command] of commands.entries()) {
    expect.soft(run.toolResults.get(`command-${index}`)?.text, command).not.toContain('env-file-guard');
    expect.soft(run.toolResults.get(`command-${index}`)?.text, command).not.toContain('system-path-guard');
  }
  expect(run.toolResults.get('command-5')?.text).toContain('there');
  expect(run.read('notes.md')).toContain('cat .env\n');
  expect(run.toolResults.get('command-9')?.text).toContain('1.0.0');
});

it('a skill’s own command is judged too, and a prompt that names the file by @', async () => {
  await using run = await runRealAgent({
    files: {
      ...FILES,
      '.claude/commands/leak.md': '---\nallowed-tools: Bash(cat:*)\n---\nlook: !`cat .env`',
    },
    stack: envFileGuard(),
    options: { settingSources: ['project'] },
    prompt: ['/leak', 'what is in @.env ?', 'and now?'],
    script: [[text('one')], [text('two')], [text('three')]],
  });
  const denied = run.outcomes.filter(
    ({ verdict }) => verdict.decision === 'deny' || verdict.decision === 'block',
  );
  expect(denied.map(({ event }) => event)).toEqual(['PreSkillShellCommand', 'UserPromptSubmit']);
  expect(run.toldModel('MARKER_')).toBe(false);
});
