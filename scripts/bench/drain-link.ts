import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

interface Speed {
  /** There and back, in milliseconds. */
  readonly roundTripMs: number;
  /** Each way, all connections together. */
  readonly bytesPerSecond: number;
}

export interface SlowLink {
  readonly url: string;
  /** That went through, headers too. */
  readonly bytes: { up: number; down: number };
  close(): Promise<void>;
}

/** One direction of the link: gives the moment at which so many bytes, sent now, have arrived. What comes after waits for what went before. */
function createLane({ roundTripMs, bytesPerSecond }: Speed): (bytes: number) => number {
  let isFreeAt = 0;
  return (bytes) => {
    isFreeAt = Math.max(performance.now(), isFreeAt) + (bytes / bytesPerSecond) * 1000;
    return isFreeAt + roundTripMs / 2;
  };
}

/** A poor mobile connection to a server on this machine: each byte arrives later and takes its time; a new connection costs a round trip. */
export async function openSlowLink(to: string, speed: Speed): Promise<SlowLink> {
  const { port } = new URL(to);
  const bytes = { up: 0, down: 0 };
  const [up, down] = [createLane(speed), createLane(speed)];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // The other end sees it close.
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
    // On this machine a connection stands at once; here its handshake is paid before the first byte leaves.
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
