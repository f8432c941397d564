import { describe, expect, it } from 'vitest';
import { hookSwitch, lostGates } from './gates.js';
import type { Settings } from './read.js';

const GATE = ['PreToolUse'] as const;
const HOOK = { type: 'command', command: 'node', args: ['/x/bin.js', 'run', '--event', 'PreToolUse'] };
const hooks = { PreToolUse: [{ hooks: [HOOK] }] };

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
    const ofProject = lostGates([...managed, settings('project', { ...project, hooks })], GATE);
    expect(ofProject === undefined).toBe(projectRuns);
    const all = [settings('managed', { hooks }, 'first'), ...managed, settings('project', project)];
    expect(lostGates(all, GATE) === undefined).toBe(managedRuns);
  });

  it('the settings that switch off are named, with the switch', () => {
    const on = settings('managed', { disableAllHooks: false }, 'first');
    const off = settings('managed', { disableAllHooks: true }, 'second');
    expect(hookSwitch([on, off])).toMatchObject({ settings: { path: 'second' }, sparesManaged: false });
    expect(lostGates([on, off], GATE)).toBe('second switches hooks off (disableAllHooks)');
  });

  it('a file that the host drops has no say', () => {
    const dropped: Settings = {
      ...settings('project', { disableAllHooks: true }),
      fault: new Error('x') as never,
    };
    expect(hookSwitch([dropped])).toBeUndefined();
  });
});
