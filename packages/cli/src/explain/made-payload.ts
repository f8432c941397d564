import { join } from 'node:path';
import { type HookEvent, HookloomError } from '@hookloom/core';

/** A call as the command line tells it. */
export interface ToldCall {
  readonly tool: string;
  readonly event: HookEvent;
  readonly command?: string | undefined;
  /** JSON of the tool's input. */
  readonly input?: string | undefined;
  readonly cwd: string;
}

/**
 * Makes the payload that the host would send for a call.
 * @throws HookloomError `PAYLOAD_INVALID` for an input that is no JSON object, or none at all.
 */
export function toPayload({ tool, event, command, input, cwd }: ToldCall): object {
  if ((command === undefined) === (input === undefined)) {
    throw new HookloomError('PAYLOAD_INVALID', 'a call needs one of --command and --input');
  }
  return {
    session_id: 'hookloom-explain',
    transcript_path: join(cwd, 'hookloom-explain.jsonl'),
    cwd,
    permission_mode: 'default',
    hook_event_name: event,
    tool_name: tool,
    tool_input: command === undefined ? parseInput(input ?? '') : { command },
    tool_use_id: 'hookloom-explain',
  };
}

function parseInput(text: string): object {
  try {
    const input: unknown = JSON.parse(text);
    if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input;
  } catch {
    // Told below.
  }
  throw new HookloomError('PAYLOAD_INVALID', '--input is the JSON object that the tool is called with');
}
