import type { ServerResponse } from 'node:http';

/** Characters, roughly. */
const blockLength = 64 * 1024;

/** Writes lines with backpressure. */
export class LineWriter {
  readonly #res: ServerResponse;
  constructor(res: ServerResponse) {
    this.#res = res;
  }

  get closed(): boolean {
    return this.#res.destroyed || this.#res.writableEnded;
  }

  /** Writes an object, or JSON in pieces. Resolves when the reader can take more, or has disconnected. */
  async line(value: object | string[]): Promise<void> {
    if (this.closed) return;
    if (this.#write(Array.isArray(value) ? value : [JSON.stringify(value)])) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        this.#res.off('drain', done).off('close', done);
        resolve();
      };
      this.#res.on('drain', done).on('close', done);
    });
  }

  /**
   * Writes a whole line at once, so that no other gets into it. In blocks, because texts of a megabyte are kept until the next full
   * garbage collection, and the memory for sending them is returned to nobody.
   */
  #write(pieces: string[]): boolean {
    let block = '';
    for (const piece of pieces) {
      block += piece;
      if (block.length < blockLength) continue;
      this.#res.write(Buffer.from(block));
      block = '';
    }
    return this.#res.write(Buffer.from(`${block}\n`));
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
