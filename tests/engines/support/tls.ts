import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { createServer, type Server } from 'node:tls';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The same server on https. Only there does WebKit not keep a page that was left, with its database: see
 * docs/decisions/021-webkit.md. While the server is down, connections end without an answer.
 */
export class TlsDoor {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server, target: URL) {
    this.#server = server;
    this.url = `https://localhost:${(server.address() as AddressInfo).port}`;
    server.on('secureConnection', (outside) => {
      const inside = connect(Number(target.port), target.hostname);
      this.#sockets.add(inside);
      inside.once('close', () => this.#sockets.delete(inside));
      // Each end closes the other one. A closed connection is no failure: browsers and killed servers do it all the
      // time.
      pipeline(outside, inside, outside, () => {});
    });
  }

  /** @param target the server's address, http */
  static async open(target: string): Promise<TlsDoor> {
    const server = createServer(await makeCertificate());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TlsDoor(server, new URL(target));
  }

  async dispose(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

/** A new one for each run, which protects nothing: the browser does not check it. */
async function makeCertificate(): Promise<{ key: Buffer; cert: Buffer }> {
  const folder = await mkdtemp(join(tmpdir(), 'rangeday-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  try {
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    await run('openssl', ['req', '-x509', ...curve, ...name, '-days', '2', '-keyout', key, '-out', cert]);
    return { key: await readFile(key), cert: await readFile(cert) };
  } finally {
    await rm(folder, { recursive: true });
  }
}
