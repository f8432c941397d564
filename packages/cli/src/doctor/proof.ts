import { isObject } from '../settings/read.js';
import { CANARY_EVENT, canaryFor } from './canary.js';
import type { Finding } from './finding.js';
import { type Reply, send } from './send.js';
import { findingAt, type PlacedHook, runningHooks, type Survey } from './survey.js';

/** A guard that was tried: what it was given, and how it did. */
export interface Proof {
  readonly file: string;
  readonly tool: string;
  readonly milliseconds: number;
  readonly denied: boolean;
}

/** Tries every hook of Hookloom that guards tools, by a call that it must deny. */
export async function proveGuards(survey: Survey): Promise<{ proofs: Proof[]; findings: Finding[] }> {
  const proofs: Proof[] = [];
  const findings: Finding[] = [];
  for (const hook of runningHooks(survey)) {
    if (!hook.isOwn || hook.event !== CANARY_EVENT) continue;
    const canary = canaryFor(hook, survey);
    if (canary === undefined) continue;
    const reply = await send(hook, canary.payload, survey);
    const fault = faultIn(reply);
    proofs.push({
      file: hook.settings.path,
      tool: canary.tool,
      milliseconds: reply.milliseconds,
      denied: fault === undefined,
    });
    findings.push(...(fault === undefined ? slow(hook, reply) : [unproven(hook, fault)]));
  }
  return { proofs, findings };
}

function unproven(hook: PlacedHook, fault: string): Finding {
  const problem = `A call that must be denied was sent through this hook, and it was not: ${fault}.`;
  const fix =
    hook.hook.type === 'http'
      ? 'Start hookloom serve, with the token of its file.'
      : 'See what the hook writes; run hookloom init again.';
  return findingAt(hook, undefined, { level: 'error', code: 'GUARD_UNPROVEN', problem, fix });
}

function slow(hook: PlacedHook, { milliseconds }: Reply): Finding[] {
  const { timeout } = hook.hook;
  if (typeof timeout !== 'number' || milliseconds < timeout * 500) return [];
  const problem = `It took ${milliseconds} ms of the ${timeout} s that the host waits.`;
  const fix = 'Make a bundle (hookloom bundle), or look for what is slow to load in the config.';
  return [findingAt(hook, 'timeout', { level: 'warning', code: 'GUARD_SLOW', problem, fix })];
}

/** Says why a reply is no deny that the host would hear; `undefined` when it is one. */
function faultIn({ text, failure }: Reply): string | undefined {
  if (text === undefined || (failure !== undefined && text.trim() === ''))
    return failure ?? 'there is no answer';
  if (failure !== undefined) return failure;
  let answer: unknown;
  try {
    answer = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return `stdout is not one JSON document (${JSON.stringify(text.trim().slice(0, 60))})`;
  }
  if (!isObject(answer)) return 'the answer is no JSON object';
  const output = answer.hookSpecificOutput;
  if (!isObject(output)) {
    return 'permissionDecision' in answer
      ? 'permissionDecision stands at the top, where the host ignores it'
      : 'the answer has no hookSpecificOutput';
  }
  if (output.hookEventName !== CANARY_EVENT) return 'the answer is for another event';
  if (answer.async === true) return 'the answer says async, so that the host ignores the rest of it';
  const { permissionDecision: decision, permissionDecisionReason: reason } = output;
  if (decision !== 'deny') return `the decision is ${JSON.stringify(decision)}`;
  // A refusal because of a fault denies everything: it proves no guard.
  return typeof reason === 'string' && !reason.startsWith('hookloom:')
    ? undefined
    : `it refused every call: ${reason}`.replace(/\.$/, '');
}
