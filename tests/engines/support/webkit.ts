import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
// oxlint-disable-next-line rangeday/no-sleep -- a WebDriver begins to listen without reporting it
import { setTimeout as pause } from 'node:timers/promises';

import { freePort } from '../../../local/system/ports.ts';
import type { ElementId, Engine, StartOptions } from './engine.ts';
import { ProcessGroup } from './process-group.ts';

const READY_WITHIN_MS = 30_000;
/** How the protocol names an element in JSON. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const WINDOW = join(import.meta.dirname, 'webkit-window.py');

/** A display in memory, on which the browser opens its window. */
export class Display {
  readonly name: string;
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, name: string) {
    this.#process = process;
    this.name = name;
  }

  static async start(): Promise<Display> {
    // Finds a free number itself, and prints it when it is ready.
    const args = ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'];
    const child = spawn('Xvfb', args, { stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('Xvfb ended while it started.')));
    const [number] = (await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])) as [string];
    ended.catch(() => {});
    return new Display(child, `:${number}`);
  }

  dispose(): void {
    this.#process.kill();
  }
}

/** WebKitGTK with its WebDriver: a client of the W3C protocol. */
export class WebKit implements Engine {
  readonly #processes: ProcessGroup;
  readonly #url: string;
  #session = '';

  private constructor(processes: ProcessGroup, url: string) {
    this.#processes = processes;
    this.#url = url;
  }

  static async start(display: Display, { folder, onLine, onError }: StartOptions): Promise<WebKit> {
    const home = join(folder, 'home');
    await mkdir(home, { recursive: true });
    const port = await freePort();
    // `stdbuf`: what the browser prints must not wait in a buffer, which a kill loses.
    const args = ['-oL', '-eL', 'WebKitWebDriver', `--port=${port}`, '--host=127.0.0.1'];
    const processes = ProcessGroup.start('stdbuf', args, {
      env: {
        DISPLAY: display.name,
        GDK_BACKEND: 'x11',
        GSETTINGS_BACKEND: 'memory',
        HOME: home,
        // One thread compiles WebAssembly on a machine with two cores: while it optimises SQLite for one account,
        // SQLite of the next account waits.
        JSC_numberOfWasmCompilerThreads: '4',
        // As TEST_FLAGS for Chromium: optimising costs more time in a short visit than it saves.
        JSC_useOMGJIT: '0',
        LIBGL_ALWAYS_SOFTWARE: '1',
        NO_AT_BRIDGE: '1',
        // Tests may run as root, where its sandbox does not start.
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
        XDG_CACHE_HOME: `${home}/cache`,
        XDG_CONFIG_HOME: `${home}/config`,
        XDG_DATA_HOME: `${home}/data`,
      },
      onLine: (line) => {
        onLine(line);
        if (/CONSOLE (?:JS |SECURITY |NETWORK )?ERROR/.test(line)) onError(line);
      },
    });
    const webkit = new WebKit(processes, `http://127.0.0.1:${port}`);
    try {
      await webkit.#begin(['/usr/bin/python3', WINDOW, folder]);
      return webkit;
    } catch (error) {
      await processes.kill();
      throw error;
    }
  }

  async open(url: string): Promise<void> {
    await this.#send('POST', '/url', { url });
  }

  async reload(): Promise<void> {
    await this.#send('POST', '/refresh');
  }

  async back(): Promise<void> {
    await this.#send('POST', '/back');
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#send('POST', '/window/rect', { width, height });
  }

  evaluate(source: string, args: readonly unknown[]): Promise<unknown> {
    return this.#send('POST', '/execute/sync', { script: `return (${source})(...arguments)`, args });
  }

  async find(source: string, args: readonly unknown[]): Promise<ElementId[]> {
    const found = (await this.evaluate(source, args)) as { readonly [ELEMENT]: ElementId }[];
    return found.map((element) => element[ELEMENT]);
  }

  async click(element: ElementId): Promise<void> {
    await this.#send('POST', `/element/${element}/click`);
  }

  async type(element: ElementId, text: string): Promise<void> {
    await this.#send('POST', `/element/${element}/clear`);
    await this.#send('POST', `/element/${element}/value`, { text });
  }

  async choose(element: ElementId, path: string): Promise<void> {
    await this.#send('POST', `/element/${element}/value`, { text: path });
  }

  valueOf(element: ElementId): Promise<string> {
    return this.#send('GET', `/element/${element}/property/value`);
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(await this.#send<string>('GET', '/screenshot'), 'base64');
  }

  kill(): Promise<void> {
    return this.#processes.kill();
  }

  /** @param command the browser's program and arguments */
  async #begin([binary, ...args]: readonly string[]): Promise<void> {
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args } } };
    for (const end = Date.now() + READY_WITHIN_MS; ;) {
      try {
        const { sessionId } = await this.#send<{ sessionId: string }>('POST', '/session', { capabilities });
        this.#session = `/session/${sessionId}`;
        break;
      } catch (error) {
        // `fetch failed`: it does not listen yet.
        if (!(error instanceof TypeError) || Date.now() > end) throw error;
        await pause(50);
      }
    }
    await this.#send('POST', '/timeouts', { script: 30_000, pageLoad: 60_000 });
  }

  /** Sends a command, of the session once there is one. Rejects with the error that the protocol names. */
  async #send<Value>(method: 'GET' | 'POST', path: string, body: object = {}): Promise<Value> {
    const answer = await fetch(this.#url + this.#session + path, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error}. ${value.message}`);
    return value;
  }
}
