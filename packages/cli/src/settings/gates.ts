import { eventsOf, type HookEvent, isGateEvent, type Plugin, toolNamesOf } from '@hookloom/core';
import { changedVariable } from './deciding-variables.js';
import { TOOL_EVENTS, takesEveryTool, takesTool } from './event-matchers.js';
import { entriesOf, type HookEntry } from './hook-entries.js';
import { ownEvent, weaknessOf } from './own-hooks.js';
import type { Settings } from './read.js';
import { schemaFaults } from './schema.js';
import type { HookPlace } from './started-program.js';
import { hookSwitch, isLoaded, isSwitchedOn } from './switches.js';

/** What settings have to go on to do. */
export interface HeldStack extends HookPlace {
  readonly plugins: readonly Plugin[];
  /** The files of the configs that are in force. */
  readonly configs: readonly string[];
}

/** Says which of the gates the settings no longer hand to Hookloom, whole; `undefined` when they hold them all. */
export function lostGates(all: readonly Settings[], stack: HeldStack): string | undefined {
  const off = hookSwitch(all);
  const running = all.filter((settings) => isSwitchedOn(settings, off)).flatMap(ownHooks);
  // What asks here must go on to ask, or the next change is made unseen.
  const gates = [...eventsOf(stack.plugins).filter(isGateEvent), 'ConfigChange' as const];
  const lost = gates.flatMap((gate) => {
    const why = lossOf(
      gate,
      running.filter(({ event }) => event === gate),
      stack,
    );
    return why === undefined ? [] : [why];
  });
  if (lost.length === 0) return changeBeneath(all, running, stack);
  if (off !== undefined) return `${off.settings.path} switches hooks off (${off.key})`;
  return `the settings no longer hand Hookloom ${lost.join(', ')}`;
}

function changeBeneath(
  all: readonly Settings[],
  running: readonly HookEntry[],
  { env }: HeldStack,
): string | undefined {
  // A server has the variables that it was started with.
  const changed = running.some(({ hook }) => hook.type === 'command') ? changedVariable(all, env) : undefined;
  return changed && `${changed.settings.path} sets ${changed.name}, which decides what Hookloom runs`;
}

function lossOf(gate: HookEvent, hooks: readonly HookEntry[], stack: HeldStack): string | undefined {
  const weaknesses = hooks.map(({ hook }) => weaknessOf(hook, stack));
  const whole = hooks.filter((_, i) => weaknesses[i] === undefined);
  if (whole.length === 0) return [gate, ...weaknesses.slice(0, 1).map((why) => `(${why})`)].join(' ');
  if (!TOOL_EVENTS.has(gate)) return undefined;
  const names = toolNamesOf(stack.plugins, gate);
  const left = names?.filter((name) => !whole.some(({ matcher }) => takesTool(matcher, name)));
  if (left === undefined)
    return whole.some(({ matcher }) => takesEveryTool(matcher)) ? undefined : `all of ${gate}`;
  return left.length === 0 ? undefined : `${left.join(', ')} of ${gate}`;
}

/** The hooks of a settings file that hand their event to Hookloom, as the host would load it. */
function ownHooks(settings: Settings): HookEntry[] {
  if (!isLoaded(settings)) return [];
  const left = schemaFaults(settings.value).map(({ path }) => path);
  const isLeftOut = (path: readonly (string | number)[]) =>
    left.some((fault) => fault.slice(0, path.length).join('/') === path.join('/'));
  return entriesOf(settings.value).filter(
    ({ event, group, index, hook }) =>
      ownEvent(hook) === event && !isLeftOut(['hooks', event, group, 'hooks', index]),
  );
}
