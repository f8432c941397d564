import { inspect } from 'node:util';
import { type HookEvent, HookloomError } from '@hookloom/core';
import { toRefusalOutput } from './refusal-output.js';
import { isStdinAwaited } from './stdin.js';

// Whatever a config puts in its place.
const { stringify } = JSON;

// Signals that would end the process, and leave it time for an answer.
const ENDING =
  process.platform === 'win32'
    ? (['SIGINT', 'SIGBREAK', 'SIGHUP'] as const)
    : (['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR2', 'SIGALRM', 'SIGXCPU'] as const);

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
    for (const signal of ENDING) {
      process.on(signal, () => {
        this.refuse(`the process was ended by ${signal}`);
        process.exit(0);
      });
    }
    // These go by the listeners, and listeners may be removed.
    before('reallyExit', () => this.refuse('the process was made to exit'));
    before('abort', () => this.refuse('the process was made to abort'));
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
    this.#write(`${stringify(output)}\n`);
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
  try {
    return cause instanceof HookloomError && cause.cause === undefined ? cause.message : inspect(cause);
  } catch {
    return 'what was thrown cannot be shown';
  }
}

/** Does something before a function of the process that may not return. */
function before(name: 'reallyExit' | 'abort', act: () => void): void {
  const functions = process as unknown as Record<string, (...args: unknown[]) => unknown>;
  const original = functions[name];
  if (original === undefined) return;
  functions[name] = (...args) => {
    act();
    return Reflect.apply(original, process, args);
  };
}
