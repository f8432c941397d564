import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request that a receiver got. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  readonly body: string;
}

/** Answers a request; `index` counts from 0. */
export type Answer = (response: ServerResponse, request: Received, index: number) => void;

/** A real HTTP server on loopback that keeps what it gets. */
export interface Receiver {
  /** With a path and a query that nothing may show. */
  readonly url: string;
  readonly origin: string;
  readonly requests: readonly Received[];
  /** Most requests that were open at once. */
  readonly mostOpen: number;
  /** Waits until so many requests have come. */
  received(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Stands in the URL of every receiver, in its path and its query. */
export const URL_MARKER = 'MARKERURL';

export const answers = {
  ok: (response) => response.end('ok'),
  /** Takes the request and never answers. */
  stall: () => undefined,
  reset: (response) => response.destroy(),
  /** Announces more than it sends, then cuts the connection. */
  half: (response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('o', () => setTimeout(() => response.destroy(), 20));
  },
  /** Sends the head and a byte, and then nothing more. */
  halfAndStall: (response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('o');
  },
} satisfies Record<string, Answer>;

export const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (response) =>
    response.writeHead(code, headers).end(body);

/** Starts a receiver on a free port. */
export async function openReceiver(answer: Answer = answers.ok): Promise<Receiver> {
  const requests: Received[] = [];
  const waiters = new Set<() => void>();
  let open = 0;
  let mostOpen = 0;
  const server = createServer((request, response) => {
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    response.on('close', () => (open -= 1));
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const received = { headers: request.headers, path: request.url ?? '', body };
      const index = requests.push(received) - 1;
      answer(response, received, index);
      for (const look of waiters) look();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/services/${URL_MARKER}?token=${URL_MARKER}`,
    origin,
    requests,
    get mostOpen() {
      return mostOpen;
    },
    received: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (requests.length < count) return;
          waiters.delete(look);
          resolve();
        };
        waiters.add(look);
        look();
      }),
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}

/** Starts a receiver that closes when the test ends. */
export async function startReceiver(answer?: Answer): Promise<Receiver> {
  const receiver = await openReceiver(answer);
  onTestFinished(() => receiver.close());
  return receiver;
}
