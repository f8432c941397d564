import { existsSync, readFileSync } from 'node:fs';
import { createHooks, definePlugin, type Plugin, type Stack } from '@hookloom/core';
import { readOnlyApprove } from '@hookloom/plugins-auto-approve';
import { sandboxRedirect } from '@hookloom/plugins-sandbox-redirect';
import { describe, expect, it, vi } from 'vitest';
import { envFileGuard, pathGuard, systemPathGuard } from '../src/index.js';
import { makeProject } from './project.js';

// What users reported of other tools and hooks, each standing for a kind.
interface Report {
  readonly ref: string;
  readonly hook_input: { readonly tool_name: string; readonly tool_input: Record<string, unknown> };
  readonly correct_behaviour: string;
}

const reports = JSON.parse(readFileSync(new URL('reports.json', import.meta.url), 'utf8')) as Report[];

/** The report of a thread; its test is named after the behaviour that it asks for. */
function report(ref: string): Report & { title: string } {
  const found = reports.find((each) => each.ref === ref);
  if (found === undefined) throw new Error(`no report ${ref}`);
  return { ...found, title: `${ref}: ${found.correct_behaviour}` };
}

/** What the host is told of a call: the decision, or 'none'. */
async function decisionOn(stack: Stack, call: object, root: string): Promise<string> {
  const [registered] = createHooks(stack, { onOutcome: () => undefined }).PreToolUse ?? [];
  const payload = {
    hook_event_name: 'PreToolUse',
    session_id: 's1',
    transcript_path: '',
    permission_mode: 'default',
    tool_use_id: 'toolu_1',
    ...call,
    cwd: root,
  };
  const answer = await registered?.hooks[0]?.(payload as never, 'toolu_1', {
    signal: new AbortController().signal,
  });
  const output = (answer as { hookSpecificOutput?: { permissionDecision?: string } }).hookSpecificOutput;
  return output?.permissionDecision ?? 'none';
}

const bash = (command: unknown) => ({ tool_name: 'Bash', tool_input: { command } });
const GUARDS = [envFileGuard(), systemPathGuard()];
const files = { '.env': 'A=1', 'a.txt': 'a' };

describe(report('Dicklesworthstone/destructive_command_guard#277').title, () => {
  const { hook_input } = report('Dicklesworthstone/destructive_command_guard#277');
  it.each([
    hook_input,
    bash("git commit -F - <<'EOF'\ndocs: rm -rf /etc/x and cat .env are denied\nEOF"),
    bash('cat > notes.md <<EOF\nrm -rf /etc; cat .env\nEOF'),
    bash("git commit -m 'docs: „rm -rf /etc“ und „cat .env“ sind gesperrt'"),
  ])('$tool_input.command passes', async (call) => {
    expect(await decisionOn(GUARDS, call, makeProject(files).root)).toBe('none');
  });

  it.each([
    bash("bash <<'EOF'\nrm -rf /etc/x\nEOF"),
    bash("python3 - <<'EOF'\nprint(open('.env').read())\nEOF"),
    bash('cat <<EOF\n$(cat .env)\nEOF'),
    bash('git commit -F .env'),
  ])('$tool_input.command is denied', async (call) => {
    expect(await decisionOn(GUARDS, call, makeProject(files).root)).toBe('deny');
  });
});

describe(report('Dicklesworthstone/destructive_command_guard#231').title, () => {
  const { hook_input } = report('Dicklesworthstone/destructive_command_guard#231');
  it.each([
    hook_input,
    bash("FOO=1 BAR='a b' rm -rf /etc/hosts"),
    bash('FOO=1 cat .env'),
    bash('A=$(cat .env) true'),
    bash('FOO+=1 BAZ[0]=2 rm /etc/hosts'),
    bash('rm -rf "'),
    bash('if rm -rf /etc; then'),
  ])('$tool_input.command is denied', async (call) => {
    expect(await decisionOn(GUARDS, call, makeProject(files).root)).toBe('deny');
  });
});

describe(report('kenryu42/cc-safety-net#41').title, () => {
  const { hook_input } = report('kenryu42/cc-safety-net#41');
  it.each([
    hook_input,
    bash("gh issue create -t t -b 'cat .env > /etc/x was blocked'"),
    bash('rm -rf ./build node_modules/.cache'),
    bash("find . -name '*.tmp' -not -name '.env*' -delete"),
  ])('$tool_input.command passes', async (call) => {
    expect(await decisionOn(GUARDS, call, makeProject(files).root)).toBe('none');
  });

  it.each([bash('gh issue create -t t --body-file .env'), bash('find /etc -name x -delete')])(
    '$tool_input.command is denied',
    async (call) => {
      expect(await decisionOn(GUARDS, call, makeProject(files).root)).toBe('deny');
    },
  );
});

describe(report('laurigates/claude-plugins#2733').title, () => {
  const { hook_input } = report('laurigates/claude-plugins#2733');
  it.each([
    hook_input,
    bash('git status; touch marker'),
    bash('git status > marker'),
    bash('git status $(touch marker)'),
    bash('git status\ntouch marker'),
    bash('cat a.txt | tee marker'),
    bash('git status &&'),
    bash('cat <(touch marker)'),
  ])('$tool_input.command is not approved', async (call) => {
    expect(await decisionOn(readOnlyApprove({ shell: true }), call, makeProject(files).root)).toBe('none');
  });

  it.each([bash('git status && cat a.txt | wc -l'), bash('git log -1 2>/dev/null')])(
    '$tool_input.command is approved',
    async (call) => {
      expect(await decisionOn(readOnlyApprove({ shell: true }), call, makeProject(files).root)).toBe('allow');
    },
  );
});

describe(report('martymcenroe/AssemblyZero#2489').title, () => {
  const { hook_input } = report('martymcenroe/AssemblyZero#2489');
  const write = (tool_input: unknown) => ({ tool_name: 'Write', tool_input });

  it('the file of the report is denied, whatever the environment says', async () => {
    vi.stubEnv('CLAUDE_PROJECT_DIR', undefined);
    vi.stubEnv('CLAUDE_TOOL_INPUT', '');
    expect(await decisionOn(pathGuard({ deny: ['.dev.vars'] }), hook_input, makeProject({}).root)).toBe(
      'deny',
    );
    vi.unstubAllEnvs();
  });

  it.each([
    write({ content: 'K=v' }),
    write({ file_path: 7, content: 'K=v' }),
    write({ file_path: '', content: 'K=v' }),
    write('text'),
    write(null),
    bash(undefined),
    bash(['cat', '.dev.vars']),
    bash("cat 'x"),
  ])('%j is denied', async (call) => {
    expect(await decisionOn(pathGuard({ deny: ['.dev.vars'] }), call, makeProject({}).root)).toBe('deny');
  });
});

it(report('anthropics/claude-code#90564').title, async () => {
  const { hook_input } = report('anthropics/claude-code#90564');
  const { root, path } = makeProject(files);
  expect(await decisionOn(sandboxRedirect({ root, mount: path('box') }), hook_input, root)).toBe('deny');
  expect(existsSync(path('box'))).toBe(false);
});

it(report('langchain-ai/langchain#40694').title, async () => {
  const { hook_input } = report('langchain-ai/langchain#40694');
  const { root } = makeProject(files);
  const redirect = (file_path: string) =>
    definePlugin({
      name: 'redirect',
      role: 'rewriter',
      hooks: { PreToolUse: (ctx) => ctx.rewrite({ ...ctx.input, file_path }) },
    });
  for (const order of [(a: Plugin, b: Plugin) => [a, b], (a: Plugin, b: Plugin) => [b, a]]) {
    expect(await decisionOn(order(systemPathGuard(), redirect('/etc/hosts')), hook_input, root)).toBe('deny');
    expect(await decisionOn(order(envFileGuard(), redirect(`${root}/.env`)), hook_input, root)).toBe('deny');
    expect(await decisionOn(order(envFileGuard(), redirect(`${root}/b`)), hook_input, root)).not.toBe('deny');
  }
});

describe(report('openai/codex#41979').title, () => {
  const { hook_input } = report('openai/codex#41979');
  const failures = {
    crash: () => {
      throw new Error('crash');
    },
    timeout: () => new Promise<void>(() => undefined),
    'unparsable output': () => ({ nonsense: true }) as never,
  };
  const wanted = { continue: 'none', ask: 'ask', block: 'deny' } as const;
  const cases = Object.entries(failures).flatMap(([fault, handler]) =>
    (['continue', 'ask', 'block'] as const).map((onFailure) => ({ fault, handler, onFailure })),
  );

  it.each(cases)('$fault under $onFailure', async ({ handler, onFailure }) => {
    const plugin = definePlugin({
      name: 'fails',
      timeout: '50ms',
      onFailure,
      hooks: { PreToolUse: handler },
    });
    expect(await decisionOn(plugin, hook_input, makeProject({}).root)).toBe(wanted[onFailure]);
    expect(createHooks(plugin).PreToolUse?.[0]).toMatchObject(
      onFailure === 'block' ? { onFailure: 'block' } : {},
    );
  });
});
