import type { HookEvent } from '@hookloom/core';
import { entriesOf } from './hook-entries.js';
import { ownEvent } from './own-hooks.js';
import type { Settings } from './read.js';
import { schemaFaults } from './schema.js';

/** Which settings switch all hooks off; `undefined` when none do. The nearer scope decides, the organisation's above all. */
export function disabledBy(all: readonly Settings[]): Settings | undefined {
  const order = ['managed', 'local', 'project', 'user'];
  const nearest = [...all]
    .sort((a, b) => order.indexOf(a.scope) - order.indexOf(b.scope))
    .find((settings) => isLoaded(settings) && typeof settings.value.disableAllHooks === 'boolean');
  return nearest?.value.disableAllHooks === true ? nearest : undefined;
}

/** Whether the host loads a settings file at all. */
export function isLoaded({ fault, value }: Settings): boolean {
  return fault === undefined && schemaFaults(value).every(({ drops }) => drops !== 'file');
}

/** The events that a settings file hands to Hookloom, as the host would load it. */
export function guardedEvents(settings: Settings): Set<HookEvent> {
  if (!isLoaded(settings)) return new Set();
  const left = schemaFaults(settings.value).map(({ path }) => path);
  const isLeftOut = (path: readonly (string | number)[]) =>
    left.some((fault) => fault.slice(0, path.length).join('/') === path.join('/'));
  const events = entriesOf(settings.value).flatMap(({ event, group, index, hook }) => {
    const own = ownEvent(hook);
    const path = ['hooks', event, group, 'hooks', index];
    return own === event && !isLeftOut(path) ? [own] : [];
  });
  return new Set(events);
}

/** Says which of the gates the settings no longer hold; `undefined` when they hold them all. */
export function lostGates(all: readonly Settings[], gates: readonly HookEvent[]): string | undefined {
  const off = disabledBy(all);
  if (off !== undefined) return `${off.path} switches all hooks off`;
  const held = all.map(guardedEvents);
  const lost = gates.filter((gate) => !held.some((events) => events.has(gate)));
  return lost.length === 0 ? undefined : `the settings no longer hand ${lost.join(', ')} to Hookloom`;
}
