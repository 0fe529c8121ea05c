import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** It can be changed while the link is open. */
export interface Speed {
  /** Round trip in milliseconds. */
  roundTripMs: number;
  /** In each direction, for all connections together. */
  bytesPerSecond: number;
  /**
   * Each connection is closed when it is this old, in milliseconds, or when this many bytes have arrived over it.
   * Without both it stays open.
   */
  cut?: { afterMs?: number; afterBytes?: number };
}

export interface SlowLink {
  readonly url: string;
  /** Bytes that arrived, headers included. */
  readonly bytes: { up: number; down: number };
  /** Closes all connections at both ends; new ones can be opened. */
  drop(): void;
  close(): Promise<void>;
}

/** One direction of the link. Later bytes wait for earlier ones. */
class Lane {
  readonly #speed: Speed;
  #isFreeAt = 0;

  constructor(speed: Speed) {
    this.#speed = speed;
  }

  /** The times at which bytes that are sent now have left, and have arrived. */
  send(bytes: number): { left: number; arrived: number } {
    this.#isFreeAt = Math.max(performance.now(), this.#isFreeAt) + (bytes / this.#speed.bytesPerSecond) * 1000;
    return { left: this.#isFreeAt, arrived: this.#isFreeAt + this.#speed.roundTripMs / 2 };
  }

  /** What was under way is lost. */
  drop(): void {
    this.#isFreeAt = 0;
  }
}

/** Bytes that arrive together. */
const PACKET = 4096;

/** Does work at given times, in the order of the calls: two timers may run in another order than they were set. */
class Schedule {
  #last: Promise<void> = Promise.resolve();

  at(time: number, work: () => void): void {
    this.#last = this.#last.then(async () => {
      const wait = time - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      work();
    });
  }
}

/**
 * Simulates a poor mobile connection to a server on this machine: bandwidth, latency, and a round trip for each new
 * connection.
 */
export async function openSlowLink(to: string, speed: Speed): Promise<SlowLink> {
  const { port } = new URL(to);
  const bytes = { up: 0, down: 0 };
  const [up, down] = [new Lane(speed), new Lane(speed)];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // Closes the other end too.
    socket.on('error', () => socket.destroy());
  };
  const carry = (from: Socket, into: Socket, way: 'up' | 'down', notBefore: number) => {
    const lane = way === 'up' ? up : down;
    let carried = 0;
    const [arrivals, departures] = [new Schedule(), new Schedule()];
    from.on('data', (chunk: Buffer) => {
      // The sender may not be further ahead than one chunk: what waits in a buffer is not sent.
      from.pause();
      let free = 0;
      for (let start = 0; start < chunk.length; start += PACKET) {
        const packet = chunk.subarray(start, start + PACKET);
        const { left, arrived } = lane.send(packet.length);
        free = left;
        arrivals.at(Math.max(arrived, notBefore), () => {
          if (into.destroyed) return;
          bytes[way] += packet.length;
          carried += packet.length;
          into.write(packet);
          if (way === 'down' && carried >= (speed.cut?.afterBytes ?? Infinity)) into.end();
        });
      }
      departures.at(free, () => from.resume());
    });
    from.once('close', () => arrivals.at(Math.max(lane.send(0).arrived, notBefore), () => into.destroy()));
  };
  const server: Server = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1');
    keep(near);
    keep(far);
    if (speed.cut?.afterMs) setTimeout(() => near.destroy(), speed.cut.afterMs).unref();
    // Locally a connection opens at once; this adds the handshake's round trip before the first byte.
    carry(near, far, 'up', performance.now() + 1.5 * speed.roundTripMs);
    carry(far, near, 'down', 0);
  });
  const drop = () => {
    for (const socket of sockets) socket.destroy();
    up.drop();
    down.drop();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    bytes,
    drop,
    async close() {
      drop();
      server.close();
      await once(server, 'close');
    },
  };
}
