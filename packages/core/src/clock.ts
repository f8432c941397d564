import pTimeout from 'p-timeout';

/** Why a plugin's time ended before it settled. */
export type Expiry = 'PLUGIN_TIMEOUT' | 'PLUGIN_ABORTED';

const EXPIRED = Symbol('expired');

/** Measures a plugin's own time in milliseconds, and ends it at a limit. It stands still while it is paused. */
export class Clock {
  readonly #limit: number;
  /** Milliseconds spent up to the last pause. */
  spent: number;
  #since = -1;
  #fire: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(limit: number, spent: number) {
    this.#limit = limit;
    this.spent = spent;
  }

  get isRunning(): boolean {
    return this.#since >= 0;
  }

  get isOver(): boolean {
    return this.spent > this.#limit;
  }

  /** Goes on at `now`, a time of `performance.now()`. */
  start(now: number): void {
    this.#since = now;
    if (this.#fire !== undefined) this.#schedule(this.#fire);
  }

  pause(now: number): void {
    if (this.#since < 0) return;
    this.spent += now - this.#since;
    this.#since = -1;
    this.#unschedule();
  }

  /** Arms a timer for work that is still unsettled: `expire` is called if the time or the signal ends first. */
  arm(work: Promise<unknown>, signal: AbortSignal | undefined, expire: (expiry: Expiry) => void): void {
    if (this.#fire !== undefined) return;
    const timers = {
      setTimeout: (fire: () => void) => {
        this.#fire = fire;
        this.#schedule(fire);
      },
      clearTimeout: () => {
        this.#unschedule();
        this.#fire = undefined;
      },
    };
    pTimeout(work, {
      milliseconds: this.#limit,
      fallback: () => EXPIRED,
      customTimers: timers as unknown as { setTimeout: typeof setTimeout; clearTimeout: typeof clearTimeout },
      ...(signal === undefined ? {} : { signal }),
    }).then(
      (value) => {
        if (value === EXPIRED) expire('PLUGIN_TIMEOUT');
      },
      () => {
        if (signal?.aborted) expire('PLUGIN_ABORTED');
      },
    );
  }

  #schedule(fire: () => void): void {
    const used = this.spent + performance.now() - this.#since;
    this.#timer = setTimeout(fire, Math.max(this.#limit - used, 0));
  }

  #unschedule(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
