import { isObject } from './read.js';

/** One hook of a settings file, and where it stands. */
export interface HookEntry {
  /** As it is written there; it need not be an event. */
  readonly event: string;
  readonly group: number;
  readonly index: number;
  readonly matcher: unknown;
  readonly hook: Readonly<Record<string, unknown>>;
}

/** The hooks that a settings file holds, in order; what is no hook is left out. */
export function entriesOf(settings: Readonly<Record<string, unknown>>): HookEntry[] {
  if (!isObject(settings.hooks)) return [];
  return Object.entries(settings.hooks).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group, groupIndex) =>
      (isObject(group) ? listOf(group.hooks) : []).flatMap((hook, index) =>
        isObject(hook) && isObject(group)
          ? [{ event, group: groupIndex, index, matcher: group.matcher, hook }]
          : [],
      ),
    ),
  );
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
