/** A client of WebDriver BiDi (w3c.github.io/webdriver-bidi): commands and events as JSON over one WebSocket. */
export class Bidi {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #last = 0;

  private constructor(socket: WebSocket, onEvent: (method: string, params: object) => void) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as Message;
      if (message.type === 'event') return onEvent(message.method, message.params);
      const call = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.type === 'success') call?.resolve(message.result);
      else call?.reject(new Error(`${message.error}: ${message.message}`));
    });
    socket.addEventListener('close', () => {
      for (const call of this.#waiting.values()) call.reject(new Error('The browser closed the connection.'));
      this.#waiting.clear();
    });
  }

  /** @param onEvent called with what `session.subscribe` asked for */
  static async connect(url: string, onEvent: (method: string, params: object) => void): Promise<Bidi> {
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', () => reject(new Error(`No connection to ${url}`)), { once: true });
    });
    return new Bidi(socket, onEvent);
  }

  /** Rejects with the error that the protocol names. */
  send<Result>(method: string, params: object): Promise<Result> {
    if (this.#socket.readyState !== WebSocket.OPEN) return Promise.reject(new Error('The browser is not running.'));
    const call = Promise.withResolvers<unknown>();
    this.#last += 1;
    this.#waiting.set(this.#last, call);
    this.#socket.send(JSON.stringify({ id: this.#last, method, params }));
    return call.promise as Promise<Result>;
  }
}

type Message =
  | { readonly type: 'success'; readonly id: number; readonly result: unknown }
  | { readonly type: 'error'; readonly id: number; readonly error: string; readonly message: string }
  | { readonly type: 'event'; readonly method: string; readonly params: object };
