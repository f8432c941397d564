import { definePlugin, onTool } from '@hookloom/core';
import { describe, expect, it } from 'vitest';
import { type HeldStack, lostGates } from './gates.js';
import type { Settings } from './read.js';
import { hookSwitch } from './switches.js';

const guard = definePlugin({
  name: 'guard',
  hooks: { PreToolUse: (ctx) => ctx.deny('no'), PreSkillShellCommand: (ctx) => ctx.deny('no') },
});
const STACK: HeldStack = { plugins: [guard], configs: ['/p/hookloom.config.mjs'], project: '/p', env: {} };
const PROGRAM = process.argv[1] as string;

/** A hook as `hookloom init` writes it. */
function hookFor(event: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  const args = [PROGRAM, 'run', '--event', event, '--config', '/p/hookloom.config.mjs'];
  return { type: 'command', command: process.execPath, args, ...more };
}

const hooks = {
  PreToolUse: [{ hooks: [hookFor('PreToolUse')] }],
  PreSkillShellCommand: [{ hooks: [hookFor('PreSkillShellCommand')] }],
  ConfigChange: [{ hooks: [hookFor('ConfigChange')] }],
};

function settings(scope: Settings['scope'], value: Record<string, unknown>, path: string = scope): Settings {
  return { scope, path, text: JSON.stringify(value), value };
}

/** Each row was run on the host, Claude Code 2.1.332: whether the project's hook ran, and whether the organisation's did. */
describe('what switches keep from running, as the host has it', () => {
  it.each([
    ['no switch', [{}], {}, true, true],
    ['the organisation’s switch', [{ disableAllHooks: true }], {}, false, false],
    ['… over what the project says', [{ disableAllHooks: true }], { disableAllHooks: false }, false, false],
    ['the project’s', [{}], { disableAllHooks: true }, false, true],
    [
      '… over which the organisation says',
      [{ disableAllHooks: false }],
      { disableAllHooks: true },
      true,
      true,
    ],
    [
      'off in a piece, on in a later',
      [{ disableAllHooks: true }, { disableAllHooks: false }],
      {},
      true,
      true,
    ],
    [
      'on in a piece, off in a later',
      [{ disableAllHooks: false }, { disableAllHooks: true }],
      {},
      false,
      false,
    ],
    ['the organisation’s hooks alone', [{ allowManagedHooksOnly: true }], {}, false, true],
    ['… and no longer', [{ allowManagedHooksOnly: true }, { allowManagedHooksOnly: false }], {}, true, true],
    [
      '… with none at all',
      [{ allowManagedHooksOnly: true, disableAllHooks: true }],
      { disableAllHooks: true },
      false,
      false,
    ],
  ])('%s', (_, pieces, project, projectRuns, managedRuns) => {
    const managed = pieces.map((value, i) => settings('managed', value, `piece ${i}`));
    const ofProject = lostGates([...managed, settings('project', { ...project, hooks })], STACK);
    expect(ofProject === undefined).toBe(projectRuns);
    const all = [settings('managed', { hooks }, 'first'), ...managed, settings('project', project)];
    expect(lostGates(all, STACK) === undefined).toBe(managedRuns);
  });

  it('the settings that switch off are named, with the switch', () => {
    const on = settings('managed', { disableAllHooks: false }, 'first');
    const off = settings('managed', { disableAllHooks: true }, 'second');
    expect(hookSwitch([on, off])).toMatchObject({ settings: { path: 'second' }, sparesManaged: false });
    expect(lostGates([on, off], STACK)).toBe('second switches hooks off (disableAllHooks)');
  });

  it('a file that the host drops has no say', () => {
    const dropped: Settings = {
      ...settings('project', { disableAllHooks: true }),
      fault: new Error('x') as never,
    };
    expect(hookSwitch([dropped])).toBeUndefined();
  });
});

describe('a gate is held by a hook that hands all of it to Hookloom', () => {
  const group = (more: Record<string, unknown>, matcher?: string) => [
    { ...(matcher !== undefined && { matcher }), hooks: [hookFor('PreToolUse', more)] },
  ];
  const lost = (PreToolUse: unknown) =>
    lostGates([settings('project', { hooks: { ...hooks, PreToolUse } })], STACK);
  const args = (...words: string[]) => ({ args: words });
  const RUN = ['run', '--event', 'PreToolUse'];

  it.each([
    ['the hook that init writes', group({})],
    ['one whose matcher takes every tool', group({}, '*')],
    ['… by a regular expression', group({}, '.*')],
    ['one without a config of its own', group(args(PROGRAM, ...RUN))],
    [
      'one in the form of a shell',
      group({ command: 'npx hookloom run --event PreToolUse', args: undefined }),
    ],
    ['one among others', [...group({ if: 'Bash(*)' }), ...group({})]],
    [
      'one that the server answers',
      group({
        type: 'http',
        url: 'http://127.0.0.1:4665/hooks/PreToolUse',
        headers: { Authorization: 'Bearer $HOOKLOOM_TOKEN' },
      }),
    ],
  ])('%s', (_, groups) => {
    expect(lost(groups)).toBeUndefined();
  });

  it.each([
    ['a condition', group({ if: 'Bash(git *)' }), 'PreToolUse (only on a condition)'],
    ['a hook that nobody waits for', group({ async: true }), '(without waiting for the answer)'],
    ['a hook that wakes the agent later', group({ asyncRewake: true }), '(without waiting for the answer)'],
    ['a narrow matcher', group({}, 'Write'), 'all of PreToolUse'],
    ['a matcher that is none', group({}, '['), 'all of PreToolUse'],
    ['another program', group({ command: 'true' }), '(but another program)'],
    ['another script', group(args('/p/other.mjs', ...RUN)), '(but another program)'],
    [
      'code that runs before ours',
      group(args('--import=/p/x.mjs', PROGRAM, ...RUN)),
      '(but another program)',
    ],
    ['another config', group(args(PROGRAM, ...RUN, '--config', '/p/weak.mjs')), '(with another config)'],
    ['another config, joined', group(args(PROGRAM, ...RUN, '--config=/p/weak.mjs')), '(with another config)'],
    [
      'a server elsewhere',
      group({
        type: 'http',
        url: 'http://example.com/hooks/PreToolUse',
        headers: { Authorization: 'Bearer $HOOKLOOM_TOKEN' },
      }),
      '(but a server elsewhere)',
    ],
    ['another event', group(args(PROGRAM, 'run', '--event', 'Stop')), 'PreToolUse'],
    ['nothing', [], 'PreToolUse'],
  ])('not by %s', (_, groups, why) => {
    expect(lost(groups)).toBe(`the settings no longer hand Hookloom ${why.replace(/^\(/, 'PreToolUse (')}`);
  });

  it('and what asks here must go on to ask', () => {
    const { ConfigChange, ...others } = hooks;
    expect(lostGates([settings('project', { hooks: others })], STACK)).toContain('ConfigChange');
    expect(lostGates([settings('project', { hooks: { ...others, ConfigChange } })], STACK)).toBeUndefined();
  });

  it.each([
    ['NODE_OPTIONS', '--import=/p/x.mjs'],
    ['PATH', '/p/bin'],
    ['HOOKLOOM_STATE_DIR', '/p/state'],
  ])('and what decides which code runs stays as it is: %s', (name, value) => {
    const project = settings('project', { hooks, env: { [name]: value } });
    expect(lostGates([project], STACK)).toBe(`project sets ${name}, which decides what Hookloom runs`);
    const same = { ...STACK, env: { [name]: value } };
    expect(lostGates([project], same)).toBeUndefined();
    // What a nearer scope says over it never held.
    expect(lostGates([settings('user', { env: { [name]: 'x' } }), project], same)).toBeUndefined();
    expect(lostGates([settings('project', { hooks, env: { MODE: 'x' } })], STACK)).toBeUndefined();
  });

  it('the tools that a stack needs may be spread over several hooks', () => {
    const some = definePlugin({
      name: 'some',
      hooks: { PreToolUse: onTool('Write|Bash', (ctx) => ctx.deny('no')) },
    });
    const spread = (...matchers: string[]) => {
      const PreToolUse = matchers.flatMap((matcher) => group({}, matcher));
      return lostGates([settings('project', { hooks: { ...hooks, PreToolUse } })], {
        ...STACK,
        plugins: [some],
      });
    };
    expect(spread('Write', 'Bash')).toBeUndefined();
    expect(spread('Write|Edit')).toBe('the settings no longer hand Hookloom Bash of PreToolUse');
  });
});
