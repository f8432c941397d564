import type { HookEvent } from './events.js';
import { copyFrozen, isPlainObject, type PlainObject } from './json.js';
import { faultInPayload } from './payload.js';
import { hasShapeOf, withheldOutput } from './shape.js';

/** The event that a payload says it is of, which may be anything. */
export function eventOf(payload: unknown): unknown {
  return isPlainObject(payload) ? payload.hook_event_name : undefined;
}

/** The host's record of one event, read under names of ours. One that nobody can rely on reads as empty. */
export class HostRecord {
  readonly event: HookEvent;
  readonly #raw: unknown;
  /** What is wrong with it. */
  readonly fault: string | undefined;
  readonly tool: string | undefined;
  readonly #fields: PlainObject;
  #payload: PlainObject | undefined;
  #input: unknown;
  #output: unknown;

  constructor(event: HookEvent, raw: unknown) {
    this.event = event;
    this.#raw = raw;
    this.fault = faultInPayload(event, raw);
    this.#fields = this.fault === undefined ? (raw as PlainObject) : {};
    this.tool = this.#text('tool_name');
  }

  /** All of it, deep-frozen; the only place with snake_case. */
  get payload(): PlainObject {
    this.#payload ??= copyFrozen(this.#fields);
    return this.#payload;
  }

  /** The tool's input, deep-frozen. */
  get input(): unknown {
    this.#input ??= copyFrozen(this.#fields.tool_input);
    return this.#input;
  }

  /** The tool's output, deep-frozen. */
  get output(): unknown {
    this.#output ??= copyFrozen(this.#fields.tool_response);
    return this.#output;
  }

  /** What a rewrite of this event replaces. */
  get rewritable(): 'input' | 'output' {
    return this.event === 'PostToolUse' ? 'output' : 'input';
  }

  /** Says what is wrong with a rewrite; `undefined` when the host would take it. */
  faultInRewrite(before: unknown, after: unknown): string | undefined {
    if (this.rewritable === 'input')
      return isPlainObject(after) ? undefined : 'the rewritten input is no object';
    // Of an MCP tool it takes an output of any shape.
    if (this.tool?.startsWith('mcp__') || hasShapeOf(before, after)) return undefined;
    return 'the rewritten output lost the shape that the host takes';
  }

  /** What stands in for the tool's output when a plugin's failure withholds it. */
  withheld(by: string): unknown {
    return withheldOutput(this.#raw, by);
  }

  get session(): string | undefined {
    return this.#text('session_id');
  }

  /** Nobody comes back to the session; to one that is left by /resume somebody may. */
  get endsSession(): boolean {
    return this.event === 'SessionEnd' && this.fault === undefined && this.#fields.reason !== 'resume';
  }

  get toolUseId(): string | undefined {
    return this.#text('tool_use_id');
  }

  get prompt(): string | undefined {
    return this.#text('prompt');
  }

  get agent(): { id: string; type: string | undefined } | undefined {
    const id = this.#text('agent_id');
    return id === undefined ? undefined : { id, type: this.#text('agent_type') };
  }

  #text(field: string): string | undefined {
    const value = this.#fields[field];
    return typeof value === 'string' ? value : undefined;
  }
}
