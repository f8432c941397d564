import type { HookEvent, OnFailure, Role, Verdict } from '@hookloom/core';
import type { Members } from './context-members.js';
import type { Thrown } from './thrown.js';

/** The first task of a thread: the plugin's module, and the lines to the thread that called. */
export interface Opening {
  readonly kind: 'open';
  readonly module: string;
  readonly line: MessagePort;
  /** Replies to questions that are waited for without letting anything else run. */
  readonly replies: MessagePort;
  /** Rung once for each of those. */
  readonly bell: SharedArrayBuffer;
}

type MessagePort = import('node:worker_threads').MessagePort;

/** What the thread says of its plugin. */
export interface Description {
  readonly name: string;
  readonly role: Role;
  readonly timeout: string | number;
  readonly onFailure: OnFailure;
  readonly hasState: boolean;
  /** The events, each with the expression of its `onTool`. */
  readonly hooks: readonly (readonly [HookEvent, string | undefined])[];
}

/** What may have changed of a call since the plugin looked last. */
export interface Sight {
  readonly verdict: Verdict;
  readonly input?: unknown;
  readonly output?: unknown;
}

/** A task of a thread: one event for its plugin. */
export interface Summons extends Sight {
  readonly kind: 'call';
  readonly call: number;
  readonly event: HookEvent;
  /** The names of the context's members. */
  readonly members: Members;
  /** The fields that stay as they are. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly state: unknown;
}

/** What the thread says in the course of a call. Those with a `reply` are answered. */
export type Saying =
  | { kind: 'verb'; verb: string; args: readonly unknown[] }
  | { kind: 'log'; args: readonly unknown[] }
  | { kind: 'next'; reply: number }
  | { kind: 'update'; reply: number; base: unknown; value: unknown }
  | { kind: 'refuse'; reply: number; thrown: Thrown }
  | { kind: 'wait'; work: number }
  | { kind: 'worked'; work: number; thrown?: Thrown }
  | { kind: 'done'; returned: boolean; thrown?: Thrown };

/** The reply to a verb, or to one that waits. */
export interface Reply {
  readonly sight?: Sight;
  readonly state?: unknown;
  /** The state was another by then: the change has to be made anew. */
  readonly conflict?: boolean;
  readonly thrown?: Thrown;
}

/** What a thread hears while it works. */
export type Word =
  | { kind: 'reply'; reply: number; answer: Reply }
  | { kind: 'abort'; call: number; name: string; message: string };
