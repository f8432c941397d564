import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventStream, wholeMessage } from './event-stream.js';
import { type MessagesRequest, mentions, type ToldResult, toolResultsIn } from './messages-request.js';
import {
  type Conversation,
  conversationOf,
  isErrorTurn,
  type Script,
  type Turn,
  text,
  turnsFor,
} from './script.js';

/** Limits of a scripted model. */
export interface ScriptedModelOptions {
  /** After so many requests each further one gets status 400, so that a runaway loop ends. Default 500. */
  maxRequests?: number;
  /** Largest request body in bytes; a larger one gets status 413. Default 32 MiB. */
  maxBodyBytes?: number;
}

/** One request that the scripted model got on `/v1/messages`. */
export interface RecordedRequest {
  /** Whose request it was, by the script. */
  conversation: Conversation;
  body: MessagesRequest;
}

/** A running stand-in for the Messages API. */
export interface ScriptedModel {
  /** Base URL on loopback, for `ANTHROPIC_BASE_URL`. */
  url: string;
  /** Every message request so far, in order of arrival. */
  requests: readonly RecordedRequest[];
  /** Paths that were asked for and are not part of the stand-in (answered 404), as `GET /v1/models`. */
  unknown: readonly string[];
  /** What the script's own functions threw; the agent saw status 400 instead. */
  failures: readonly Error[];
  /** The tool results that the model was told, each call once, as it was told first. */
  toolResults(): ToldResult[];
  /** Whether a string stands anywhere in what was sent to the model: its own earlier calls are sent along too. */
  toldModel(wanted: string): boolean;
  /** Stops the server and cuts its open connections. */
  close(): Promise<void>;
}

/**
 * Starts a stand-in for the Messages API on a free port of 127.0.0.1. It streams the answers of a script, so that the
 * real agent runs its whole loop without a key or a network. Requests without tools (titles, summaries) and turns
 * beyond the script get the plain text `done`.
 *
 * @example
 * const model = await startScriptedModel([[toolUse('Bash', { command: 'ls' })], [text('done')]]);
 * // run the agent with ANTHROPIC_BASE_URL=model.url
 * await model.close();
 */
export async function startScriptedModel(
  script: Script,
  { maxRequests = 500, maxBodyBytes = 32 * 1024 * 1024 }: ScriptedModelOptions = {},
): Promise<ScriptedModel> {
  const requests: RecordedRequest[] = [];
  const unknown: string[] = [];
  const failures: Error[] = [];
  const counts = new Map<string, number>();

  async function nextTurn(conversation: Conversation, body: MessagesRequest): Promise<Turn> {
    const key = JSON.stringify(conversation);
    const index = counts.get(key) ?? 0;
    counts.set(key, index + 1);
    const turns = turnsFor(script, conversation);
    const entry = typeof turns === 'function' ? turns : turns?.[index];
    const turn = typeof entry === 'function' ? await entry(body, index) : entry;
    return turn ?? [text('done')];
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const raw = await readBody(request, maxBodyBytes);
    if (raw === undefined) return sendError(response, 413, 'request_too_large', 'The request is too large.');
    if (request.method !== 'POST' || !path.startsWith('/v1/messages')) {
      if (unknown.length < maxRequests) unknown.push(`${request.method} ${path}`);
      return sendError(response, 404, 'not_found_error', `The scripted model has no ${path}.`);
    }
    if (path.endsWith('/count_tokens')) return sendJson(response, 200, { input_tokens: 10 });
    const body = parseRequest(raw);
    if (!body) return sendError(response, 400, 'invalid_request_error', 'The body is no message request.');
    if (requests.length >= maxRequests) {
      return sendError(response, 400, 'invalid_request_error', `More than ${maxRequests} requests.`);
    }
    const conversation = conversationOf(script, body);
    const id = `msg_${requests.push({ conversation, body })}`;
    const turn = await nextTurn(conversation, body);
    if (isErrorTurn(turn)) {
      return sendError(response, turn.status, turn.type ?? 'invalid_request_error', turn.message);
    }
    const reply = { id, model: body.model, blocks: turn };
    if (!body.stream) return sendJson(response, 200, wholeMessage(reply));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of eventStream(reply)) response.write(event);
    response.end();
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      failures.push(error instanceof Error ? error : new Error(String(error)));
      if (response.headersSent) response.destroy();
      else sendError(response, 400, 'invalid_request_error', 'The script failed.');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    unknown,
    failures,
    toolResults() {
      const told = new Map<string, ToldResult>();
      for (const result of requests.flatMap(({ body }) => toolResultsIn(body))) {
        if (!told.has(result.toolUseId)) told.set(result.toolUseId, result);
      }
      return [...told.values()];
    },
    toldModel: (wanted) => requests.some(({ body }) => mentions(body, wanted)),
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}

async function readBody(request: IncomingMessage, limit: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
  }
  return size > limit ? undefined : Buffer.concat(chunks).toString('utf8');
}

function parseRequest(raw: string): MessagesRequest | undefined {
  try {
    const body = JSON.parse(raw) as MessagesRequest;
    return Array.isArray(body?.messages) ? body : undefined;
  } catch {
    return undefined;
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function sendError(response: ServerResponse, status: number, type: string, message: string): void {
  sendJson(response, status, { type: 'error', error: { type, message } });
}
