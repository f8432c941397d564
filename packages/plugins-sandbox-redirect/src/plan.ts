import type { Access } from '@hookloom/tool-access';
import type { Redirect } from './copies.js';
import type { Sandbox } from './sandbox.js';

/** How calls are redirected. */
export interface Rules {
  readonly sandbox: Sandbox;
  readonly outside: 'deny' | 'pass';
  readonly reads: 'overlay' | 'mount' | 'pass';
  readonly undecided: 'pass' | 'ask' | 'deny';
  /** Whether an access goes to the mount where it has a place there. */
  readonly isRedirected: (access: Access, place: Redirect['place']) => Promise<boolean>;
}

/** What becomes of a call. */
export type Plan =
  | { readonly kind: 'deny'; readonly reason: string }
  | { readonly kind: 'ask'; readonly reason: string }
  | { readonly kind: 'pass'; readonly inMount: boolean; readonly notes: readonly string[] }
  | {
      readonly kind: 'rewrite';
      readonly input: Record<string, unknown>;
      readonly redirects: readonly Redirect[];
      readonly notes: readonly string[];
    };

/** The plan that refuses the call. */
export function deny(reason: string): Plan {
  return { kind: 'deny', reason };
}

/** The refusal of an access that lies outside, by the rules; undefined where it may stay. */
export function denyOutside({ path, mode }: Access, { sandbox, outside, reads }: Rules): Plan | undefined {
  if (outside === 'pass' || (mode !== 'write' && reads !== 'mount')) return undefined;
  return deny(`${path} lies outside of ${sandbox.root} and its sandbox. Stay within ${sandbox.root}.`);
}
