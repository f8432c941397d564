import { inspect } from 'node:util';
import { type HookEvent, HookloomError } from '@hookloom/core';
import { toRefusalOutput } from './refusal-output.js';
import { isStdinAwaited } from './stdin.js';

/**
 * The one answer that a process owes its host. Until it is given, whatever ends the process gives one: blocking on a
 * gate event, and telling the person on any other.
 */
export class PendingAnswer {
  readonly #event: HookEvent;
  readonly #write: (text: string) => void;
  #given = false;
  payload: unknown;

  constructor(event: HookEvent, write: (text: string) => void) {
    this.#event = event;
    this.#write = write;
    process.on('uncaughtException', (error) => this.#end(`something threw outside of its plugin`, error));
    process.on('unhandledRejection', (error) => this.#end(`a rejection was not handled`, error));
    // Else a write beyond the limit of a file's size would end the process; so it is an error like that of a full disk.
    process.on('SIGXFSZ', () => undefined);
    process.on('exit', () => {
      this.refuse('the process was made to exit');
      process.exitCode = 0;
      // Else the process would hang; the host takes the answer whichever way it ends.
      if (isStdinAwaited()) process.kill(process.pid, 'SIGKILL');
    });
  }

  /** Gives the answer, unless one was given. */
  give(output: object): void {
    if (this.#given) return;
    this.#given = true;
    this.#write(`${JSON.stringify(output)}\n`);
  }

  /** Gives the answer for a call that nobody could judge. `cause` goes to stderr, `why` to the model or the person. */
  refuse(why: string, cause?: unknown): void {
    if (this.#given) return;
    const reason = `${why}, so nothing was checked`;
    process.stderr.write(
      `hookloom ${this.#event}: ${reason}${cause === undefined ? '' : `\n${inspectCause(cause)}`}\n`,
    );
    this.give(toRefusalOutput(this.#event, this.payload, reason));
  }

  /** Refuses, and ends the process. */
  #end(why: string, cause: unknown): void {
    // After the answer such an error concerns nobody but the operator.
    if (this.#given) process.stderr.write(`hookloom ${this.#event}: ${why}\n${inspectCause(cause)}\n`);
    this.refuse(why, cause);
    process.exit(0);
  }
}

/** Shows an error to the operator: of our own its message and cause, of others all there is. */
function inspectCause(cause: unknown): string {
  return cause instanceof HookloomError && cause.cause === undefined ? cause.message : inspect(cause);
}
