import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
// oxlint-disable-next-line rangeday/no-sleep -- a WebDriver begins to listen without reporting it
import { setTimeout as pause } from 'node:timers/promises';

import { freePort } from '../../../local/system/ports.ts';

const READY_WITHIN_MS = 30_000;

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

interface DriverOptions {
  readonly display: Display;
  /** Home of the browser's process, so that it uses nothing of the user's. */
  readonly home: string;
  readonly onLine: (line: string) => void;
}

/** WebKitWebDriver with the one browser that it starts: a client of the W3C protocol. */
export class Driver {
  readonly #process: ChildProcess;
  readonly #url: string;
  #session = '';

  private constructor(process: ChildProcess, url: string) {
    this.#process = process;
    this.#url = url;
  }

  /** @param command the browser's program and arguments */
  static async start(
    command: readonly [string, ...string[]],
    { display, home, onLine }: DriverOptions,
  ): Promise<Driver> {
    const port = await freePort();
    // `stdbuf`: what the browser prints must not wait in a buffer, which a kill loses.
    const child = spawn('stdbuf', ['-oL', '-eL', 'WebKitWebDriver', `--port=${port}`, '--host=127.0.0.1'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group of its own: a kill ends all processes of the browser.
      detached: true,
      env: {
        ...process.env,
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
    });
    for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', onLine);
    const driver = new Driver(child, `http://127.0.0.1:${port}`);
    const [binary, ...args] = command;
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args } } };
    const { sessionId } = await driver.#whenReady(() => driver.#call('POST', '/session', { capabilities }));
    driver.#session = `/session/${sessionId}`;
    await driver.send('POST', '/timeouts', { script: 30_000, pageLoad: 60_000 });
    return driver;
  }

  /** Sends a command of the session. Rejects with the error that the protocol names. */
  send<Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body: object = {}): Promise<Value> {
    return this.#call(method, this.#session + path, body) as Promise<Value>;
  }

  /** Kills every process of the browser, without any event in its pages. */
  async kill(): Promise<void> {
    const { pid } = this.#process;
    if (pid === undefined || this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, 'exit');
    process.kill(-pid, 'SIGKILL');
    await ended;
  }

  async #call(method: string, path: string, body: object): Promise<{ sessionId: string }> {
    const answer = await fetch(this.#url + path, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { value } = (await answer.json()) as { value: { sessionId: string; error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error}. ${value.message}`);
    return value;
  }

  async #whenReady<Value>(call: () => Promise<Value>): Promise<Value> {
    for (const end = Date.now() + READY_WITHIN_MS; ;) {
      try {
        return await call();
      } catch (error) {
        // `fetch failed`: it does not listen yet.
        if (!(error instanceof TypeError) || Date.now() > end) throw error;
        await pause(50);
      }
    }
  }
}
