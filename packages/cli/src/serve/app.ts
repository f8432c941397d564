import { type HookEvent, isEvent } from '@hookloom/core';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { LONGEST_PAYLOAD, payloadTooLong } from '../run/payload.js';
import type { Judge, Judgement } from './judge.js';
import { bearsToken } from './token.js';

/** One line of the log of a server. It holds nothing of any input, and no secret. */
export interface RequestRecord {
  readonly time: string;
  readonly status: number;
  readonly event?: string;
  readonly tool?: string;
  readonly decision?: string;
  readonly failures?: number;
  readonly fault?: string;
  readonly ms: number;
}

/** What the HTTP side of a server is made of. */
export interface AppOptions {
  readonly judge: Judge;
  readonly token: string;
  readonly log: (record: RequestRecord) => void;
}

// A name that an attacker's page could have rebound to this machine is none of these.
const OWN_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;

/** Makes the HTTP side: `POST /hooks/<Event>`, `POST /hooks`, and `GET /healthz`. */
export function createApp({ judge, token, log }: AppOptions): Hono {
  const app = new Hono();

  app.use(async (c, next) => {
    if (!OWN_HOST.test(c.req.header('host') ?? '')) return tell(c, 403, 'this host is not served');
    await next();
  });
  app.get('/healthz', (c) => c.json({ ok: true }));
  app.use(async (c, next) => {
    if (!bearsToken(c.req.header('authorization'), token)) return tell(c, 401, 'unauthorized');
    await next();
  });

  // The host goes on after any status but 2xx: what cannot be judged is answered, and blocks.
  const limit = bodyLimit({
    maxSize: LONGEST_PAYLOAD,
    onError: (c) => {
      const event = c.req.param('event');
      if (!isEvent(event)) return tell(c, 413, payloadTooLong().message);
      return answer(c, event, judge.refuse(event, payloadTooLong().message), performance.now());
    },
  });
  app.post('/hooks/:event', limit, async (c) => {
    const began = performance.now();
    const event = c.req.param('event');
    if (!isEvent(event)) return tell(c, 404, 'there is no such event');
    return answer(c, event, await judge.judge(event, await c.req.text(), c.req.raw.signal), began);
  });
  app.post('/hooks', limit, async (c) => {
    const began = performance.now();
    const text = await c.req.text();
    const event = eventIn(text);
    if (event === undefined) return tell(c, 400, 'the payload names no event');
    return answer(c, event, await judge.judge(event, text, c.req.raw.signal), began);
  });
  // A body that breaks off. Without this the error would be printed, as no line of the log.
  app.onError((_, c) => {
    const event = c.req.param('event');
    const fault = 'the request could not be read';
    if (!isEvent(event)) return tell(c, 400, fault);
    return answer(c, event, judge.refuse(event, fault), performance.now());
  });
  app.notFound((c) => tell(c, 404, 'there is nothing here'));
  return app;

  function answer(c: Context, event: HookEvent, judged: Judgement, began: number): Response {
    const { output, outcome, fault } = judged;
    log({
      time: new Date().toISOString(),
      status: 200,
      event,
      ...(outcome?.tool !== undefined && { tool: outcome.tool }),
      ...(outcome !== undefined && { decision: outcome.verdict.decision }),
      ...(outcome !== undefined && outcome.failures.length > 0 && { failures: outcome.failures.length }),
      ...(fault !== undefined && { fault }),
      ms: Number((performance.now() - began).toFixed(3)),
    });
    return c.json(output);
  }

  function tell(c: Context, status: 400 | 401 | 403 | 404 | 413, fault: string): Response {
    log({ time: new Date().toISOString(), status, fault, ms: 0 });
    return c.json({ error: fault }, status);
  }
}

function eventIn(text: string): HookEvent | undefined {
  try {
    const event = JSON.parse(text)?.hook_event_name;
    return isEvent(event) ? event : undefined;
  } catch {
    return undefined;
  }
}
