import type { Caller } from './caller.ts';
import { networkOf } from './http.ts';

/** How the connections to the database are shared. */
export interface Shares {
  /** Calls that run at once. */
  readonly all: number;
  /** Of these, calls of guests together, so that some are always left for members. */
  readonly guests: number;
  /** Calls of one origin: a guest's address, or a member. */
  readonly origin: number;
  /** Calls of one origin that wait. */
  readonly waiting: number;
  /** Milliseconds that a call waits at most. */
  readonly patience: number;
}

/** Where a call comes from. Calls of the service are for everybody, so they have no origin of their own. */
export interface Origin {
  readonly kind: 'guest' | 'member' | 'service';
  readonly id: string;
}

/** Whose share a call takes. */
export function originOfCall({ role, claims, address }: Caller): Origin {
  if (role === 'service_role') return { kind: 'service', id: '' };
  return role === 'authenticated'
    ? { kind: 'member', id: claims.sub ?? '' }
    : { kind: 'guest', id: networkOf(address) };
}

/** No turn: too many calls of this origin wait already, or none came free in time. */
export class NoTurn extends Error {
  readonly reason: 'many' | 'late';
  constructor(reason: NoTurn['reason']) {
    super(reason);
    this.reason = reason;
  }
}

interface Queue {
  readonly origin: Origin;
  readonly waiters: (() => void)[];
}

/**
 * Gives calls their turn at the database. Origins that wait take turns, so the slow reads of one neither hold all
 * connections nor delay the first call of another.
 */
export class Turns {
  readonly #shares: Shares;
  readonly #running = new Map<string, number>();
  /** In the order in which origins are served next. */
  readonly #queues = new Map<string, Queue>();
  #all = 0;
  #guests = 0;

  constructor(shares: Shares) {
    this.#shares = shares;
  }

  /** Waits for a turn. Returns the function that ends it. Throws NoTurn, or the signal's reason. */
  async take(origin: Origin, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const key = `${origin.kind} ${origin.id}`;
    if (this.#queues.has(key) || !this.#hasRoom(key, origin)) await this.#wait(key, origin, signal);
    else this.#start(key, origin);
    return () => this.#end(key, origin);
  }

  #hasRoom(key: string, { kind }: Origin): boolean {
    if (this.#all >= this.#shares.all) return false;
    if (kind === 'guest' && this.#guests >= this.#shares.guests) return false;
    return kind === 'service' || (this.#running.get(key) ?? 0) < this.#shares.origin;
  }

  async #wait(key: string, origin: Origin, signal: AbortSignal): Promise<void> {
    const queue = this.#queues.get(key) ?? { origin, waiters: [] };
    if (queue.waiters.length >= this.#shares.waiting) throw new NoTurn('many');
    this.#queues.set(key, queue);
    await new Promise<void>((resolve, reject) => {
      const settle = (done: () => void): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        done();
      };
      const drop = (error: unknown): void => {
        queue.waiters.splice(queue.waiters.indexOf(started), 1);
        if (queue.waiters.length === 0) this.#queues.delete(key);
        settle(() => reject(error));
      };
      const started = (): void => settle(resolve);
      const leave = (): void => drop(signal.reason);
      const timer = setTimeout(() => drop(new NoTurn('late')), this.#shares.patience);
      signal.addEventListener('abort', leave, { once: true });
      queue.waiters.push(started);
    });
  }

  #start(key: string, { kind }: Origin): void {
    this.#all += 1;
    if (kind === 'guest') this.#guests += 1;
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
  }

  #end(key: string, { kind }: Origin): void {
    this.#all -= 1;
    if (kind === 'guest') this.#guests -= 1;
    const left = (this.#running.get(key) ?? 1) - 1;
    if (left === 0) this.#running.delete(key);
    else this.#running.set(key, left);
    this.#startWaiting();
  }

  #startWaiting(): void {
    for (const [key, queue] of this.#queues) {
      if (this.#all >= this.#shares.all) return;
      if (!this.#hasRoom(key, queue.origin)) continue;
      // The origin goes to the end.
      this.#queues.delete(key);
      const first = queue.waiters.shift();
      if (queue.waiters.length > 0) this.#queues.set(key, queue);
      this.#start(key, queue.origin);
      first?.();
    }
  }
}
