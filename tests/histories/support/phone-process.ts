import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { stallable, streams } from '../../e2e/support/faults.ts';
import type { FaultProxy } from '../../e2e/support/fault-proxy.ts';
import { freezeFor } from './freeze.ts';
import type { Read, Write } from './history.ts';
import { now } from './now.ts';
import type { FromPhone, Order, PhoneStart, Seen, ToPhone } from './protocol.ts';

const PROGRAM = join(import.meta.dirname, 'phone.ts');
const NOTHING: Seen = { posts: [], comments: [], messages: [], unconfirmed: 0, refused: [] };

export interface Account {
  readonly userId: string;
  /** A new session of Auth. */
  logIn(): Promise<PhoneStart['session']>;
}

/** A member's phone behind a proxy of its own, as the parent has it. */
export class Phone {
  readonly number: number;
  readonly userId: string;
  readonly proxy: FaultProxy;
  /** What its streams bring can be held back. */
  readonly stream = stallable();
  readonly #account: Account;
  readonly #file: string;
  #process: ChildProcess | undefined;
  #clockOffset = 0;
  #history = '';
  isFrozen = false;
  /** Since an order, until its mutation has returned or the phone was killed. */
  isWriting = false;
  /** The last read. */
  seen: Seen = NOTHING;
  reads: Read[] = [];
  writes: Write[] = [];
  /** Changes what a phone reports, to test the checker. */
  distort: (seen: Seen) => Seen = (seen) => seen;
  readonly output: string[] = [];

  constructor(number: number, account: Account, proxy: FaultProxy, file: string) {
    this.number = number;
    this.userId = account.userId;
    this.#account = account;
    this.proxy = proxy;
    proxy.when(streams, this.stream.fault);
    this.#file = file;
  }

  get isRunning(): boolean {
    return this.#process !== undefined;
  }

  async start(): Promise<void> {
    const start: PhoneStart = {
      ...{ appUrl: this.proxy.url, file: this.#file, history: this.#history, clockOffset: this.#clockOffset },
      session: await this.#account.logIn(),
    };
    const child = fork(PROGRAM, [JSON.stringify(start)], { execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => this.output.push(String(chunk)));
    const ready = Promise.withResolvers<void>();
    child.on('message', (message: FromPhone) => {
      if (message.kind === 'ready') ready.resolve();
      else this.#receive(message);
    });
    child.once('exit', (code, signal) => {
      if (this.#process === child) this.#process = undefined;
      this.#rows?.reject(new Error(`Phone ${this.number} ended:\n${this.output.join('')}`));
      ready.reject(new Error(`Phone ${this.number} ended with ${code ?? signal}:\n${this.output.join('')}`));
    });
    await ready.promise;
    this.#process = child;
  }

  #receive(message: FromPhone): void {
    if (message.kind === 'read') {
      const { began, ended } = message;
      // Of the last history, on the way when this one began.
      if (message.history !== this.#history) return;
      this.seen = this.distort(message.seen);
      this.reads.push({ phone: this.number, began, ended, seen: this.seen });
    } else if (message.kind === 'written') {
      const { ended, ok, id } = message;
      this.isWriting = false;
      const write = this.writes[message.number];
      if (write) Object.assign(write, { ended, ok, ...(id !== undefined && { id }) });
    } else if (message.kind === 'rows') this.#rows?.resolve(message.rows);
  }

  #send(message: ToPhone): void {
    this.#process?.send(message);
  }

  /** Begins a history: whatever was recorded before belongs to the last one. */
  begin(history: string): void {
    this.#history = history;
    this.reads = [];
    this.writes = [];
    this.seen = NOTHING;
    this.#send({ kind: 'history', history });
  }

  write(order: Order): void {
    this.isWriting = true;
    const number = this.writes.push({ phone: this.number, order, began: now() }) - 1;
    this.#send({ kind: 'write', number, order });
  }

  #rows: PromiseWithResolvers<Record<string, Record<string, unknown>[]>> | undefined;
  /** The rows of its replica. */
  rows(): Promise<Record<string, Record<string, unknown>[]>> {
    this.#rows = Promise.withResolvers();
    this.#send({ kind: 'rows' });
    return this.#rows.promise;
  }

  setClock(offset: number): void {
    this.#clockOffset = offset;
    this.#send({ kind: 'clock', offset });
  }

  async freeze(ms: number): Promise<void> {
    this.isFrozen = true;
    const pid = this.#process?.pid;
    await (pid === undefined ? undefined : freezeFor([pid], ms));
    this.isFrozen = false;
  }

  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    this.isWriting = false;
    if (!child) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async close(): Promise<void> {
    await this.kill();
    await this.proxy.dispose();
  }
}
