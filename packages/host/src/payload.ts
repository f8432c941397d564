import { type HookEvent, hasTrait } from './events.js';
import { DEEPEST, isPlainObject, isPrototypeKey, type PlainObject } from './json.js';

const TEXT_FIELDS = ['session_id', 'cwd', 'agent_id', 'agent_type', 'tool_use_id'];

/** Says what is wrong with a payload, in words that quote nothing of it; `undefined` when plugins can rely on it. */
export function faultInPayload(event: HookEvent, payload: unknown): string | undefined {
  if (!isPlainObject(payload)) return 'the payload is no object';
  if (payload.hook_event_name !== event) return `the payload is not one of ${event}`;
  for (const field of TEXT_FIELDS) {
    if (payload[field] !== undefined && typeof payload[field] !== 'string') return `${field} is no text`;
  }
  if (hasTrait(event, 'tool')) {
    if (typeof payload.tool_name !== 'string' || payload.tool_name === '') return 'tool_name is no name';
    if (!isPlainObject(payload.tool_input)) return 'tool_input is no object';
  }
  if (hasTrait(event, 'prompt') && typeof payload.prompt !== 'string') return 'prompt is no text';
  return reachesPrototype(payload, 0)
    ? 'a key would reach a prototype, or the data is nested too deep'
    : undefined;
}

function reachesPrototype(value: PlainObject, depth: number): boolean {
  if (depth > DEEPEST) return true;
  for (const key in value) {
    const item = value[key];
    const isBad = isPrototypeKey(key, value);
    if (!isBad && (typeof item !== 'object' || item === null)) continue;
    // Something in the process may have added to every object.
    if (!Object.hasOwn(value, key)) continue;
    if (isBad || reachesPrototype(item as PlainObject, depth + 1)) return true;
  }
  return false;
}
