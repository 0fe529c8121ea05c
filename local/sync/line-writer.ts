import type { ServerResponse } from 'node:http';
import type { Body } from './compression.ts';

/** Characters, roughly. */
const blockLength = 64 * 1024;

/** Writes lines with backpressure. */
export class LineWriter {
  readonly #res: ServerResponse;
  readonly #body: Body;
  constructor(res: ServerResponse, body: Body) {
    this.#res = res;
    this.#body = body;
  }

  get closed(): boolean {
    return this.#res.destroyed || this.#body.out.writableEnded;
  }

  /** Writes an object, or JSON in pieces. Resolves when the reader can take more, or has disconnected. */
  async line(value: object | string[]): Promise<void> {
    if (this.closed) return;
    if (this.#write(Array.isArray(value) ? value : [JSON.stringify(value)])) return;
    const { out } = this.#body;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        out.off('drain', done);
        this.#res.off('close', done);
        resolve();
      };
      out.on('drain', done);
      this.#res.on('close', done);
    });
  }

  /**
   * Writes a whole line at once, so that no other gets into it. In blocks, because texts of a megabyte are kept until
   * the next full garbage collection, and the memory for sending them is returned to nobody.
   */
  #write(pieces: string[]): boolean {
    let block = '';
    for (const piece of pieces) {
      block += piece;
      if (block.length < blockLength) continue;
      this.#body.out.write(Buffer.from(block));
      block = '';
    }
    const hasRoom = this.#body.out.write(Buffer.from(`${block}\n`));
    this.#body.flush();
    return hasRoom;
  }

  /** For lines that may be skipped: a reader with a full buffer needs no keepalive. */
  lineIfIdle(value: object): void {
    if (!this.closed && !this.#body.out.writableNeedDrain && !this.#res.writableNeedDrain)
      this.#write([JSON.stringify(value)]);
  }

  end(): void {
    this.#body.out.end();
  }

  /** Ends the connection so that the reader sees a failure. */
  abort(): void {
    this.#res.destroy();
  }
}
