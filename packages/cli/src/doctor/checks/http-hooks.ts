import { COMMAND_ONLY } from '../../init/wanted-hooks.js';
import { isLocalUrl, TOKEN_VARIABLE } from '../../settings/own-hooks.js';
import { isObject } from '../../settings/read.js';
import type { Finding } from '../finding.js';
import { findingAt, type PlacedHook, type Survey } from '../survey.js';

const VARIABLE = /\$(?:\{(\w+)\}|(\w+))/g;

/** Finds HTTP hooks that the host would not send, send without their secret, or send to another machine. */
export function checkHttpHooks(survey: Survey): Finding[] {
  return survey.hooks
    .filter(({ hook }) => hook.type === 'http' && typeof hook.url === 'string' && URL.canParse(hook.url))
    .flatMap((hook) => [...checkAddress(hook, survey), ...checkHeaders(hook, survey)]);
}

function checkAddress(hook: PlacedHook, survey: Survey): Finding[] {
  const url = new URL(hook.hook.url as string);
  const findings: Finding[] = [];
  if (COMMAND_ONLY.has(hook.event as never)) {
    const problem = `The host sends no request on ${hook.event}: the hook never runs.`;
    const fix = 'Make it a command hook; hookloom init does.';
    findings.push(findingAt(hook, 'type', { level: 'error', code: 'HTTP_NEVER', problem, fix }));
  }
  if (!isLocalUrl(url)) {
    const problem = `Every payload goes to ${url.hostname}, which is not this machine.`;
    const fix = 'Send it to 127.0.0.1, or be sure that you trust that machine with all that the agent does.';
    findings.push(findingAt(hook, 'url', { level: 'warning', code: 'HTTP_REMOTE', problem, fix }));
  }
  const allowed = listsOf(survey, 'allowedHttpHookUrls');
  if (allowed !== undefined && !allowed.some((pattern) => wildcard(pattern).test(url.href))) {
    const problem = `allowedHttpHookUrls does not allow ${url.href}: the host passes the hook by.`;
    const fix = `Add ${JSON.stringify(`${url.origin}/*`)} to allowedHttpHookUrls.`;
    findings.push(findingAt(hook, 'url', { level: 'error', code: 'HTTP_NOT_ALLOWED', problem, fix }));
  }
  return findings;
}

function checkHeaders(hook: PlacedHook, survey: Survey): Finding[] {
  const { headers, allowedEnvVars } = hook.hook;
  const own = Array.isArray(allowedEnvVars) ? allowedEnvVars.map(String) : [];
  const everywhere = listsOf(survey, 'httpHookAllowedEnvVars');
  const findings = hook.isOwn ? checkToken(hook, survey) : [];
  for (const [name, value] of Object.entries((headers ?? {}) as Record<string, unknown>)) {
    for (const [, braced, plain] of String(value).matchAll(VARIABLE)) {
      const variable = braced ?? plain ?? '';
      const list = own.includes(variable) ? 'httpHookAllowedEnvVars' : 'allowedEnvVars';
      if (own.includes(variable) && everywhere?.includes(variable) !== false) continue;
      const problem = `The host puts nothing in place of $${variable} in the header ${name}.`;
      const fix = `Add ${JSON.stringify(variable)} to ${list}.`;
      findings.push(findingAt(hook, 'headers', { level: 'error', code: 'HEADER_EMPTY', problem, fix }));
    }
  }
  return findings;
}

function checkToken(hook: PlacedHook, { env, settings }: Survey): Finding[] {
  const isSet = [env, ...settings.map(({ value }) => value.env)].some(
    (variables) => isObject(variables) && Boolean(variables[TOKEN_VARIABLE]),
  );
  // One finding for all hooks of a file: it is one variable.
  if (isSet || hook.event !== 'PreToolUse') return [];
  const problem = `${TOKEN_VARIABLE} is not set here: started from here, Claude Code sends no token, and every gate is blocked.`;
  const fix = `Set it before you start Claude Code; hookloom init --help says how.`;
  return [findingAt(hook, 'headers', { level: 'warning', code: 'TOKEN_UNSET', problem, fix })];
}

/** A list of all settings together, as the host merges it; `undefined` where none has it. */
function listsOf({ settings }: Survey, key: string): string[] | undefined {
  const lists = settings.map(({ value }) => value[key]).filter(Array.isArray);
  return lists.length === 0 ? undefined : lists.flat().map(String);
}

function wildcard(pattern: string): RegExp {
  const source = pattern.split('*').map((text) => text.replace(/[\\^$.+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${source.join('.*')}$`);
}
