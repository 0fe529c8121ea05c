import { once } from 'node:events';
import { cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createStatic } from '../../local/static/static.ts';

const BUILT = join(import.meta.dirname, '../../dist/app');

/** The built app on a static host, without a backend. Files can be replaced as by a deployment. */
export class HostedCopy {
  readonly url: string;
  readonly #folder: string;
  readonly #close: () => Promise<void>;

  private constructor(url: string, folder: string, close: () => Promise<void>) {
    this.url = url;
    this.#folder = folder;
    this.#close = close;
  }

  static async start(built = BUILT): Promise<HostedCopy> {
    const folder = await mkdtemp(join(tmpdir(), 'rangeday-hosted-'));
    await cp(built, folder, { recursive: true });
    const files = await createStatic(folder);
    const server = createServer((request, response) => void files.handle(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('No port is free.');
    return new HostedCopy(`http://localhost:${address.port}`, folder, async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    });
  }

  /**
   * Replaces a file at once, because the browser may look for a new version at any time, and deletes its compressed
   * versions.
   */
  async replace(path: string, text: string): Promise<void> {
    const file = join(this.#folder, path);
    await Promise.all(['.br', '.gz'].map((suffix) => rm(file + suffix, { force: true })));
    await writeFile(`${file}.new`, text);
    await rename(`${file}.new`, file);
  }

  /** Adds and replaces files as the deployment of the release at `folder`. */
  async deploy(folder: string): Promise<void> {
    await cp(folder, this.#folder, { recursive: true });
  }

  /** Deletes a file or a folder. */
  async remove(path: string): Promise<void> {
    await rm(join(this.#folder, path), { recursive: true, force: true });
  }

  async dispose(): Promise<void> {
    await this.#close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
