import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { CHROMIUM_FLAGS, findTestBrowser } from '../../tests/support/chromium.ts';

type Answer = Record<string, unknown>;
interface Message {
  id?: number;
  result?: Answer;
  error?: { message: string };
}

/** How long the browser may take to start. */
const START_MS = 30_000;

/**
 * A browser without automation in its pages. What Playwright attaches to a page makes the browser record a stack at
 * many calls: V8 then parses all of the app's code once more, which users' browsers do not. At a slow processor that is
 * a fifth of a second of a start.
 */
export class BareBrowser {
  readonly #process: ChildProcess;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (message: Message) => void>();
  #lastId = 0;

  private constructor(process: ChildProcess, socket: WebSocket) {
    this.#process = process;
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as Message;
      if (message.id !== undefined) this.#waiting.get(message.id)?.(message);
    });
  }

  /** @param profile folder of the browser's profile, which no other browser uses now */
  static async start(profile: string): Promise<BareBrowser> {
    const path = findTestBrowser();
    if (!path) throw new Error('No Chromium is installed.');
    const flags = [
      ...CHROMIUM_FLAGS,
      '--headless',
      '--no-sandbox',
      '--remote-debugging-port=0',
      '--window-size=1280,800',
    ];
    const child = spawn(path, [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      // A group of its own, so that all its processes can be killed: one that survives would keep the profile's files
      // open.
      detached: true,
    });
    const address = await addressOf(child);
    const socket = new WebSocket(address);
    await once(socket, 'open');
    return new BareBrowser(child, socket);
  }

  /** A new tab. Only the domains that the measurement needs are used in it. */
  async page(): Promise<BarePage> {
    const { targetId } = await this.#send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await this.#send('Target.attachToTarget', { targetId, flatten: true });
    return new BarePage((method, params) => this.#send(method, params, String(sessionId)));
  }

  async kill(): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#socket.close();
    killGroup(this.#process);
    await ended;
  }

  async #send(method: string, params: Answer = {}, sessionId?: string): Promise<Answer> {
    const id = (this.#lastId += 1);
    const answered = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }));
    const { result, error } = await answered;
    this.#waiting.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}

async function addressOf(child: ChildProcess): Promise<string> {
  let output = '';
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.stderr?.on('data', (chunk) => {
    output += String(chunk);
    const [, address] = /DevTools listening on (ws:\S+)/.exec(output) ?? [];
    if (address) resolve(address);
  });
  child.once('exit', () => reject(new Error(`The browser did not start: ${output}`)));
  const timer = setTimeout(() => killGroup(child), START_MS);
  return promise.finally(() => clearTimeout(timer));
}

export class BarePage {
  readonly #send: (method: string, params?: Answer) => Promise<Answer>;

  constructor(send: (method: string, params?: Answer) => Promise<Answer>) {
    this.#send = send;
  }

  send(method: string, params?: Answer): Promise<Answer> {
    return this.#send(method, params);
  }

  /** @param script runs at the start of the document */
  async open(url: string, script: string): Promise<void> {
    await this.#send('Page.enable');
    await this.#send('Page.addScriptToEvaluateOnNewDocument', { source: script });
    await this.#send('Page.navigate', { url });
  }

  async click(place: { x: number; y: number }): Promise<void> {
    await this.#send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...place });
    for (const type of ['mousePressed', 'mouseReleased'])
      await this.#send('Input.dispatchMouseEvent', { type, button: 'left', clickCount: 1, ...place });
  }

  /** The value of the expression, or of its promise. */
  async evaluate(expression: string): Promise<unknown> {
    const { result, exceptionDetails } = await this.#send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return (result as { value: unknown }).value;
  }
}
