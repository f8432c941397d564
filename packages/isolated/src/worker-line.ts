import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { Opening, Reply, Saying, Word } from './protocol.js';

/** The thread's end of the line. */
export class WorkerLine {
  readonly #port: MessagePort;
  readonly #replies: MessagePort;
  readonly #bell: Int32Array;
  readonly #waiting = new Map<number, (answer: Reply) => void>();
  readonly #aborts = new Map<number, (name: string, message: string) => void>();
  #count = 0;

  constructor({ line, replies, bell }: Opening) {
    this.#port = line as unknown as MessagePort;
    this.#replies = replies as unknown as MessagePort;
    this.#bell = new Int32Array(bell);
    this.#port.on('message', (word: Word) => this.#hear(word));
  }

  #hear(word: Word): void {
    if (word.kind === 'abort') {
      this.#aborts.get(word.call)?.(word.name, word.message);
      return;
    }
    this.#waiting.get(word.reply)?.(word.answer);
    this.#waiting.delete(word.reply);
  }

  /** A number that no other question or work of this thread has. */
  count(): number {
    this.#count += 1;
    return this.#count;
  }

  say(call: number, saying: Saying): void {
    this.#port.postMessage({ call, saying });
  }

  /** Says something and waits for the reply. */
  ask(call: number, saying: Saying & { reply: number }): Promise<Reply> {
    return new Promise((resolve) => {
      this.#waiting.set(saying.reply, resolve);
      this.say(call, saying);
    });
  }

  /** Says something and stands still until the reply is there, as a verb does that is called in the same thread. */
  askAtOnce(call: number, saying: Saying): Reply {
    let rung = Atomics.load(this.#bell, 0);
    this.say(call, saying);
    for (;;) {
      Atomics.wait(this.#bell, 0, rung);
      rung = Atomics.load(this.#bell, 0);
      const received = receiveMessageOnPort(this.#replies);
      if (received !== undefined) return received.message as Reply;
    }
  }

  /** Calls back when a call is given up, until it is over. */
  onAbort(call: number, abort: (name: string, message: string) => void): void {
    this.#aborts.set(call, abort);
  }

  forget(call: number): void {
    this.#aborts.delete(call);
  }
}
