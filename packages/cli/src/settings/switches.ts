import type { Settings } from './read.js';
import { schemaFaults } from './schema.js';

/** A switch that keeps hooks from running, and the settings that set it. */
export interface HookSwitch {
  readonly settings: Settings;
  readonly key: 'disableAllHooks' | 'allowManagedHooksOnly';
  /** Whether the organisation's hooks run all the same. */
  readonly sparesManaged: boolean;
}

/**
 * Finds the switch that is on; `undefined` when none is. The organisation's settings decide over the person's, and the nearer
 * scope over the wider; what a person switches off, the organisation's hooks are not among (measured).
 */
export function hookSwitch(all: readonly Settings[]): HookSwitch | undefined {
  const managed = sayers(all, 'disableAllHooks', ['managed'])[0];
  if (managed?.value.disableAllHooks === true) {
    return { settings: managed, key: 'disableAllHooks', sparesManaged: false };
  }
  const only = sayers(all, 'allowManagedHooksOnly', ['managed'])[0];
  if (only?.value.allowManagedHooksOnly === true) {
    return { settings: only, key: 'allowManagedHooksOnly', sparesManaged: true };
  }
  const own = managed ?? sayers(all, 'disableAllHooks', ['local', 'project', 'user'])[0];
  if (own?.value.disableAllHooks !== true) return undefined;
  return { settings: own, key: 'disableAllHooks', sparesManaged: true };
}

/** Whether the hooks of a settings file run, as far as switches go. */
export function isSwitchedOn({ scope }: Settings, off: HookSwitch | undefined): boolean {
  return off === undefined || (scope === 'managed' && off.sparesManaged);
}

// Nearest first, and of one scope the last first.
function sayers(all: readonly Settings[], key: HookSwitch['key'], scopes: readonly string[]): Settings[] {
  return scopes.flatMap((scope) =>
    all
      .filter((each) => each.scope === scope && isLoaded(each) && typeof each.value[key] === 'boolean')
      .reverse(),
  );
}

/** Whether the host loads a settings file at all. */
export function isLoaded({ fault, value }: Settings): boolean {
  return fault === undefined && schemaFaults(value).every(({ drops }) => drops !== 'file');
}
