import type { ServerResponse } from 'node:http';

/** Writes lines with backpressure. */
export class LineWriter {
  readonly #res: ServerResponse;
  constructor(res: ServerResponse) {
    this.#res = res;
  }

  get closed(): boolean {
    return this.#res.destroyed || this.#res.writableEnded;
  }

  /** Writes an object, or JSON text. Resolves when the reader can take more, or has disconnected. */
  async line(value: object | string): Promise<void> {
    if (this.closed) return;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (this.#res.write(`${text}\n`)) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        this.#res.off('drain', done).off('close', done);
        resolve();
      };
      this.#res.on('drain', done).on('close', done);
    });
  }

  /** For lines that may be skipped: a reader with a full buffer needs no keepalive. */
  lineIfIdle(value: object): void {
    if (!this.closed && !this.#res.writableNeedDrain) this.#res.write(`${JSON.stringify(value)}\n`);
  }

  end(): void {
    this.#res.end();
  }

  /** Ends the connection so that the reader sees a failure. */
  abort(): void {
    this.#res.destroy();
  }
}
