import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { HookloomError } from '@hookloom/core';
import type { GuardedStack } from '../guarded-stack.js';
import { longestFlush } from '../listeners.js';
import { createApp, type RequestRecord } from './app.js';
import { createJudge } from './judge.js';

/** What a server is started with. */
export interface ServerOptions {
  readonly stack: GuardedStack;
  /** Whether a payload is of a session that this server is for. */
  readonly isOwnSession: (payload: unknown) => boolean;
  readonly stateFolder: string;
  readonly token: string;
  readonly port: number;
  readonly log: (record: RequestRecord) => void;
}

/** A server that listens. */
export interface HookServer {
  readonly port: number;
  /** Refuses what is being judged just now, for something that went wrong outside of it. */
  refuseAll(why: string): void;
  /** Answers what is in flight, lets background work end within its bound, and stops. */
  stop(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';
// What is in flight may take so long to be answered once a stop was asked for, in milliseconds.
const GRACE = 5_000;

/**
 * Listens on loopback.
 * @throws HookloomError `OPTION_INVALID` for a port that cannot be had.
 */
export async function startServer({
  stack,
  isOwnSession,
  stateFolder,
  token,
  port,
  log,
}: ServerOptions): Promise<HookServer> {
  const judge = createJudge(stack, stateFolder, isOwnSession);
  const app = createApp({ judge, token, log });
  const server = serve({ fetch: app.fetch, hostname: LOOPBACK, port }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', (cause) => {
      const why = `port ${port} cannot be listened on: ${(cause as NodeJS.ErrnoException).code}`;
      reject(new HookloomError('OPTION_INVALID', why, { value: port, cause }));
    });
  });

  return {
    port: (server.address() as AddressInfo).port,
    refuseAll: judge.refuseAll,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const hurry = setTimeout(() => server.closeAllConnections(), GRACE);
      await closed;
      clearTimeout(hurry);
      await judge.runner.close(longestFlush(stack));
    },
  };
}
