import { isEvent } from '@hookloom/host';
import { isObject } from './read.js';

/** Something in a settings file that the host does not take, and what it does then: drop the file, or leave out the entry. */
export interface SchemaFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly drops: 'file' | 'entry';
}

type Kind = 'text' | 'flag' | 'texts' | 'record' | 'seconds' | 'url' | 'failure' | 'shell';

const KINDS: Record<Kind, { readonly expects: string; readonly accepts: (value: unknown) => boolean }> = {
  text: { expects: 'a text', accepts: (value) => typeof value === 'string' },
  flag: { expects: 'true or false', accepts: (value) => typeof value === 'boolean' },
  texts: {
    expects: 'a list of texts',
    accepts: (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
  },
  record: {
    expects: 'an object of texts',
    accepts: (value) => isObject(value) && Object.values(value).every((each) => typeof each === 'string'),
  },
  seconds: {
    expects: 'a number of seconds above 0',
    accepts: (value) => typeof value === 'number' && value > 0,
  },
  url: { expects: 'a URL', accepts: (value) => typeof value === 'string' && URL.canParse(value) },
  failure: {
    expects: "'block' or 'continue'",
    accepts: (value) => value === 'block' || value === 'continue',
  },
  shell: {
    expects: "'bash' or 'powershell'",
    accepts: (value) => value === 'bash' || value === 'powershell',
  },
};

const COMMON: Readonly<Record<string, Kind>> = {
  if: 'text',
  timeout: 'seconds',
  onFailure: 'failure',
  statusMessage: 'text',
  once: 'flag',
};

/** What each type of hook needs and takes; the first key is required. */
const TYPES: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  command: { command: 'text', args: 'texts', shell: 'shell', async: 'flag', asyncRewake: 'flag', ...COMMON },
  http: { url: 'url', headers: 'record', allowedEnvVars: 'texts', ...COMMON },
  prompt: { prompt: 'text', model: 'text', continueOnBlock: 'flag', ...COMMON },
  agent: { prompt: 'text', model: 'text', ...COMMON },
  mcp_tool: { server: 'text', tool: 'text', ...COMMON },
};

// There a hook that cannot be loaded makes the host drop the whole file; elsewhere it leaves the hook out (measured).
const STRICT: ReadonlySet<string> = new Set(['PreToolUse', 'PermissionRequest']);

/** Finds what the host would not take of the hooks of a settings file, as its own schema says. */
export function schemaFaults(settings: Readonly<Record<string, unknown>>): SchemaFault[] {
  const faults: SchemaFault[] = [];
  const { hooks, disableAllHooks } = settings;
  if (disableAllHooks !== undefined && typeof disableAllHooks !== 'boolean') {
    faults.push({
      path: ['disableAllHooks'],
      message: 'disableAllHooks must be true or false',
      drops: 'file',
    });
  }
  if (hooks === undefined) return faults;
  if (!isObject(hooks)) {
    return [...faults, { path: ['hooks'], message: 'hooks must be an object of events', drops: 'entry' }];
  }
  for (const [event, groups] of Object.entries(hooks)) {
    // Of an event that it does not know the host says so, and looks no further.
    if (!isEvent(event)) continue;
    const drops = STRICT.has(event) ? 'file' : 'entry';
    faults.push(...faultsInEvent(groups, event).map((fault) => ({ ...fault, drops }) as const));
  }
  return faults;
}

type Fault = Omit<SchemaFault, 'drops'>;

function faultsInEvent(groups: unknown, event: string): Fault[] {
  if (!Array.isArray(groups)) {
    return [{ path: ['hooks', event], message: `${event} must be a list of objects with hooks` }];
  }
  return groups.flatMap((group, index) => {
    const path = ['hooks', event, index];
    if (!isObject(group)) return [{ path, message: 'it must be an object with hooks' }];
    const { matcher, hooks } = group;
    const faults: Fault[] = [];
    if (matcher !== undefined && typeof matcher !== 'string') {
      faults.push({ path: [...path, 'matcher'], message: 'matcher must be a text' });
    }
    if (!Array.isArray(hooks)) {
      return [...faults, { path, message: 'it has no list of hooks (is a level missing?)' }];
    }
    return [...faults, ...hooks.flatMap((hook, at) => faultsInHook(hook, [...path, 'hooks', at]))];
  });
}

function faultsInHook(hook: unknown, path: (string | number)[]): Fault[] {
  if (!isObject(hook)) return [{ path, message: 'a hook must be an object' }];
  const { type } = hook;
  const fields = typeof type === 'string' && Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (fields === undefined) {
    const known = Object.keys(TYPES).join(', ');
    const message =
      type === undefined ? 'the hook has no type' : `there is no hook type ${JSON.stringify(type)}`;
    return [{ path: [...path, 'type'], message: `${message}; the types are ${known}` }];
  }
  const [required = ''] = Object.keys(fields);
  const faults: Fault[] = [];
  for (const [key, kind] of Object.entries(fields)) {
    const value = hook[key];
    if (value === undefined ? key !== required : KINDS[kind].accepts(value)) continue;
    const message = value === undefined ? `${key} is missing` : `${key} must be ${KINDS[kind].expects}`;
    faults.push({ path: [...path, key], message });
  }
  return faults;
}
