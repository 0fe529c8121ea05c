import { DEMO_ACCOUNTS, type DemoAccount } from '../../local/seed/accounts.ts';
import { Backend } from '../../tests/support/backend.ts';
import { HostedCopy } from '../../tests/support/hosted-copy.ts';
import type { Member } from '../../tests/support/member.ts';
import { crowd } from './crowd.ts';
import { serveSpecimens } from './specimens.ts';

/**
 * lived-in: the example members and posts. crowded: the same with the longest texts and names and a thousand posts.
 * empty: no posts. nobody: the app without a backend. components: the page of all primitives.
 */
export type WorldName = 'lived-in' | 'crowded' | 'empty' | 'nobody' | 'components';

export interface World {
  readonly url: string;
  /** Absent without a backend. */
  readonly backend?: Backend;
  dispose(): Promise<void>;
}

const OPENERS: Record<WorldName, () => Promise<World>> = {
  'lived-in': async () => of(await Backend.start()),
  async crowded() {
    const backend = await Backend.start();
    await crowd(backend);
    return of(backend);
  },
  empty: async () => of(await Backend.start('--no-seed')),
  nobody: async () => HostedCopy.start(),
  components: serveSpecimens,
};

function of(backend: Backend): World {
  return { url: backend.url, backend, dispose: () => backend.dispose() };
}

/** The backends of scenes. Each is started when a scene first needs it, one at a time. */
export class Worlds {
  readonly #open = new Map<WorldName, Promise<World>>();
  #turn: Promise<unknown> = Promise.resolve();

  get(name: WorldName): Promise<World> {
    const known = this.#open.get(name);
    if (known) return known;
    const world = this.#turn.then(OPENERS[name]);
    this.#turn = world.catch(() => undefined);
    this.#open.set(name, world);
    return world;
  }

  async dispose(): Promise<void> {
    const opened = await Promise.allSettled(this.#open.values());
    const worlds = opened.flatMap((world) => (world.status === 'fulfilled' ? [world.value] : []));
    await Promise.all(worlds.map((world) => world.dispose()));
  }
}

/** Credentials of a demo account. */
export function demoMember(kind: DemoAccount['kind']): Member {
  const account = DEMO_ACCOUNTS.find((one) => one.kind === kind);
  if (!account) throw new Error(`There is no demo account of the kind ${kind}.`);
  return account;
}
