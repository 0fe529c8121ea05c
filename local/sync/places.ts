import type { SyncUser } from './auth.ts';
import type { Limits } from './limits.ts';

/** There is no place for another stream. The real service answers 429 without a body. */
export class NoPlace extends Error {}

/**
 * Counts the open streams: altogether, of guests, of each member and of each address. So neither a visitor nor one
 * member or address can take the places of all members.
 */
export class Places {
  readonly #limits: Limits;
  readonly #taken = new Map<string, number>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Takes a place; call the result once to free it. Throws NoPlace if one of the limits is reached. */
  take({ isMember, userId }: SyncUser, origin: string): () => void {
    const { connections, guestConnections, connectionsPerMember, connectionsPerOrigin } = this.#limits;
    const groups: [name: string, limit: number][] = [
      ['all', connections],
      [`origin ${origin}`, connectionsPerOrigin],
      isMember ? [`member ${userId}`, connectionsPerMember] : ['guests', guestConnections],
    ];
    if (groups.some(([name, limit]) => this.#count(name) >= limit)) throw new NoPlace();
    for (const [name] of groups) this.#taken.set(name, this.#count(name) + 1);
    return () => {
      for (const [name] of groups) {
        const left = this.#count(name) - 1;
        if (left > 0) this.#taken.set(name, left);
        else this.#taken.delete(name);
      }
    };
  }

  #count(name: string): number {
    return this.#taken.get(name) ?? 0;
  }
}
