import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

interface Speed {
  /** Round trip in milliseconds. */
  readonly roundTripMs: number;
  /** In each direction, for all connections together. */
  readonly bytesPerSecond: number;
}

export interface SlowLink {
  readonly url: string;
  /** Transferred bytes, headers included. */
  readonly bytes: { up: number; down: number };
  close(): Promise<void>;
}

/** One direction of the link: returns the time at which the bytes, sent now, have arrived. Later bytes wait for earlier ones. */
function createLane({ roundTripMs, bytesPerSecond }: Speed): (bytes: number) => number {
  let isFreeAt = 0;
  return (bytes) => {
    isFreeAt = Math.max(performance.now(), isFreeAt) + (bytes / bytesPerSecond) * 1000;
    return isFreeAt + roundTripMs / 2;
  };
}

/** Simulates a poor mobile connection to a server on this machine: bandwidth, latency, and a round trip for each new connection. */
export async function openSlowLink(to: string, speed: Speed): Promise<SlowLink> {
  const { port } = new URL(to);
  const bytes = { up: 0, down: 0 };
  const [up, down] = [createLane(speed), createLane(speed)];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // Closes the other end too.
    socket.on('error', () => socket.destroy());
  };
  const carry = (from: Socket, into: Socket, way: 'up' | 'down', notBefore: number) => {
    const lane = way === 'up' ? up : down;
    const later = (size: number, work: () => void) =>
      setTimeout(work, Math.max(lane(size), notBefore) - performance.now());
    from.on('data', (chunk: Buffer) => {
      bytes[way] += chunk.length;
      later(chunk.length, () => into.write(chunk));
    });
    from.once('close', () => later(0, () => into.destroy()));
  };
  const server: Server = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1');
    keep(near);
    keep(far);
    // Locally a connection opens at once; this adds the handshake's round trip before the first byte.
    carry(near, far, 'up', performance.now() + 1.5 * speed.roundTripMs);
    carry(far, near, 'down', 0);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    bytes,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
