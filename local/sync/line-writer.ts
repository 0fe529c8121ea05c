import type { ServerResponse } from 'node:http';
import { encodeBson } from './bson.ts';
import type { Body } from './compression.ts';

/** Characters, roughly. */
const blockLength = 128 * 1024;

/** Writes lines with backpressure. */
export class LineWriter {
  readonly #res: ServerResponse;
  readonly #body: Body;
  readonly #isBson: boolean;
  constructor(res: ServerResponse, body: Body, isBson: boolean) {
    this.#res = res;
    this.#body = body;
    this.#isBson = isBson;
  }

  get closed(): boolean {
    return this.#res.destroyed || this.#body.out.writableEnded;
  }

  /** Writes an object, or what it is sent as, in pieces. Resolves when the reader can take more, or is gone. */
  async line(value: object | (string | Buffer)[]): Promise<void> {
    if (this.closed) return;
    if (this.#write(Array.isArray(value) ? value : [this.#encode(value)])) return;
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

  #encode(value: object): string | Buffer {
    return this.#isBson ? encodeBson(value) : JSON.stringify(value);
  }

  /**
   * Writes a whole line at once, so that no other gets into it. In blocks, because texts of a megabyte are kept until
   * the next full garbage collection, and the memory for sending them is returned to nobody.
   */
  #write(pieces: (string | Buffer)[]): boolean {
    const { out } = this.#body;
    let hasRoom = true;
    let block = '';
    for (const piece of pieces) {
      if (typeof piece !== 'string') {
        hasRoom = out.write(piece);
        continue;
      }
      block += piece;
      if (block.length < blockLength) continue;
      out.write(Buffer.from(block));
      block = '';
    }
    // The length of a BSON document stands at its start: nothing separates it from the next.
    if (!this.#isBson) hasRoom = out.write(Buffer.from(`${block}\n`));
    this.#body.flush();
    return hasRoom;
  }

  /** For lines that may be skipped: a reader with a full buffer needs no keepalive. */
  lineIfIdle(value: object): void {
    if (!this.closed && !this.#body.out.writableNeedDrain && !this.#res.writableNeedDrain)
      this.#write([this.#encode(value)]);
  }

  end(): void {
    this.#body.out.end();
  }

  /** Ends the connection so that the reader sees a failure. */
  abort(): void {
    this.#res.destroy();
  }
}
