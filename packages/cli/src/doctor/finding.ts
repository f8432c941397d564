/** One thing that is wrong, where it stands, and what mends it. */
export interface Finding {
  /** An error leaves something unguarded, or blocks what it should not; a warning may. */
  readonly level: 'error' | 'warning';
  /** A stable word for it. */
  readonly code: string;
  readonly file: string;
  /** The place in the file, such as `hooks.PreToolUse.0.hooks.1.timeout`. */
  readonly at?: string;
  readonly problem: string;
  readonly fix: string;
}
