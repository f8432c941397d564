import type { MessagesRequest } from './messages-request.js';
import { openingText, spokenBySubagent } from './messages-request.js';

/** A piece of text that the scripted model says. */
export interface TextBlock {
  type: 'text';
  text: string;
}

/** A tool call that the scripted model makes. `input` is JSON. */
export interface ToolUseBlock {
  type: 'tool_use';
  id: string;
  name: string;
  input: Record<string, unknown>;
}

/** One content block of a scripted answer: text or a tool call. */
export type Block = TextBlock | ToolUseBlock;

/** An answer with an HTTP status of 400 or more, as the Messages API reports an error. */
export interface ErrorTurn {
  status: number;
  message: string;
  /** The API's name of the error; default `invalid_request_error`. */
  type?: string;
}

/** One answer of the model: its content blocks in order, or an error. */
export type Turn = readonly Block[] | ErrorTurn;

/**
 * Decides one answer from the request; `index` counts the requests of that conversation from 0.
 * `undefined` gives the plain text `done`.
 */
export type TurnMaker = (
  request: MessagesRequest,
  index: number,
) => Turn | undefined | Promise<Turn | undefined>;

/** What one conversation says: its turns in order (each fixed or decided on request), or one function for all. */
export type ConversationScript = ReadonlyArray<Turn | TurnMaker> | TurnMaker;

/**
 * What the scripted model says. A list or a function serves every request that carries tools, in order of arrival.
 * The object form keeps the conversations apart: `agents` maps a marker to the turns of the subagents whose prompt
 * contains it (of two markers that fit, the longer one counts), and `main` serves the main loop.
 */
export type Script =
  | ConversationScript
  | { main: ConversationScript; agents?: Readonly<Record<string, ConversationScript>> };

/** Who asked: the main loop, a subagent (by its marker, or `unscripted`), or a side call such as a title. */
export type Conversation =
  | { kind: 'main' }
  | { kind: 'agent'; marker: string }
  | { kind: 'unscripted' }
  | { kind: 'side' };

let calls = 0;

/**
 * Makes a tool call for a turn.
 *
 * @param id The call's id; by default a fresh one (`toolu_scripted_1`, …).
 * @example
 * const turn = [toolUse('Bash', { command: 'ls' }, 'toolu_list')];
 */
export function toolUse(name: string, input: Record<string, unknown>, id?: string): ToolUseBlock {
  return { type: 'tool_use', id: id ?? `toolu_scripted_${++calls}`, name, input };
}

/**
 * Makes a piece of text for a turn. A turn without a tool call ends the loop.
 *
 * @example
 * const turn = [text('All done.')];
 */
export function text(value: string): TextBlock {
  return { type: 'text', text: value };
}

/** Whether a turn is an error rather than content blocks. */
export function isErrorTurn(turn: Turn): turn is ErrorTurn {
  return !Array.isArray(turn);
}

/** Says which conversation of the script a request belongs to. */
export function conversationOf(script: Script, request: MessagesRequest): Conversation {
  const agents = isKeyed(script) ? script.agents : undefined;
  if (agents) {
    const opening = openingText(request);
    const fitting = Object.keys(agents).filter((marker) => opening.includes(marker));
    const marker = fitting.sort((a, b) => b.length - a.length)[0];
    if (marker !== undefined) return { kind: 'agent', marker };
    if (spokenBySubagent(request)) return { kind: 'unscripted' };
  }
  return request.tools?.length ? { kind: 'main' } : { kind: 'side' };
}

/** Gives the turns of one conversation; `undefined` where the script has none. */
export function turnsFor(script: Script, conversation: Conversation): ConversationScript | undefined {
  if (conversation.kind === 'main') return isKeyed(script) ? script.main : script;
  if (conversation.kind === 'agent' && isKeyed(script)) return script.agents?.[conversation.marker];
  return undefined;
}

function isKeyed(script: Script): script is Extract<Script, { main: ConversationScript }> {
  return typeof script === 'object' && 'main' in script;
}
