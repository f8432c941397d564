import { isDeepStrictEqual } from 'node:util';
import { JsonText } from './json-text.js';
import { ownEvent } from './own-hooks.js';
import { isObject } from './read.js';

/** A group of hooks of one event, as settings hold it. */
export interface HookGroup {
  readonly matcher?: string;
  readonly hooks: readonly Readonly<Record<string, unknown>>[];
}

/** The groups that settings are to hold for Hookloom, by event. */
export type WantedHooks = Readonly<Record<string, HookGroup>>;

/**
 * Puts Hookloom's hooks into the text of a settings file, in place of those that stand there; with none wanted it takes
 * them out, and what is empty then with them. Hooks of anybody else, and every other byte, stay as they are.
 */
export function editHooks(text: string, wanted: WantedHooks): string {
  const json = new JsonText(text);
  const hooks = hooksIn(json);
  for (const event of Object.keys(hooks)) editEvent(json, event, wanted[event]);
  for (const [event, group] of Object.entries(wanted))
    if (!isHeld(json, event, group)) add(json, event, group);
  return json.toString();
}

function editEvent(json: JsonText, event: string, wanted: HookGroup | undefined): void {
  const groups = groupsIn(json, event);
  const own = groups.flatMap((group, index) => (ownersOf(group) === 'us' ? [index] : []));
  const equal = own.find((index) => isDeepStrictEqual(groups[index], wanted));
  const kept = wanted === undefined ? undefined : (equal ?? own[0]);
  for (let index = groups.length - 1; index >= 0; index--) {
    const path = ['hooks', event, index];
    if (index === kept) {
      if (equal === undefined) json.replace(path, wanted);
    } else if (own.includes(index)) json.remove(path);
    else if (ownersOf(groups[index]) === 'both') removeOwn(json, path, groups[index]);
  }
  if (groups.length > 0 && groupsIn(json, event).length === 0) json.remove(['hooks', event]);
  if (Object.keys(hooksIn(json)).length === 0) json.remove(['hooks']);
}

function removeOwn(json: JsonText, path: (string | number)[], group: unknown): void {
  const { hooks } = group as { hooks: unknown[] };
  for (let index = hooks.length - 1; index >= 0; index--) {
    if (ownEvent(hooks[index]) !== undefined) json.remove([...path, 'hooks', index]);
  }
}

function add(json: JsonText, event: string, group: HookGroup): void {
  const root = rootOf(json);
  if (!isObject(root.hooks)) {
    if (root.hooks !== undefined) json.remove(['hooks']);
    json.add([], { [event]: [group] }, 'hooks');
  } else if (Array.isArray(root.hooks[event])) json.add(['hooks', event], group);
  else json.add(['hooks'], [group], event);
}

function isHeld(json: JsonText, event: string, group: HookGroup): boolean {
  return groupsIn(json, event).some((each) => isDeepStrictEqual(each, group));
}

/** Whose hooks a group holds. */
function ownersOf(group: unknown): 'us' | 'both' | 'others' {
  const hooks = isObject(group) && Array.isArray(group.hooks) ? group.hooks : [];
  const own = hooks.filter((hook) => ownEvent(hook) !== undefined).length;
  if (own === 0) return 'others';
  return own === hooks.length ? 'us' : 'both';
}

function rootOf(json: JsonText): Record<string, unknown> {
  const root: unknown = JSON.parse(json.toString().replace(/^\ufeff/, ''));
  return isObject(root) ? root : {};
}

function hooksIn(json: JsonText): Record<string, unknown> {
  const { hooks } = rootOf(json);
  return isObject(hooks) ? hooks : {};
}

function groupsIn(json: JsonText, event: string): unknown[] {
  const groups = hooksIn(json)[event];
  return Array.isArray(groups) ? groups : [];
}
