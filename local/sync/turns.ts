/** Streams that continue before the process looks after its other work. */
const AT_ONCE = 8;

/**
 * The order in which the streams that one commit has woken continue. Without it all of them would run in one go, and
 * with thousands of streams the process would answer no request for seconds.
 */
export class Turns {
  #waiting: (() => void)[] = [];
  #isScheduled = false;

  /** Resolves when it is the caller's turn. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      for (const resolve of this.#waiting.splice(0, AT_ONCE)) resolve();
      if (this.#waiting.length > 0) this.#schedule();
    });
  }
}
