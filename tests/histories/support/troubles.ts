import { readFile, readdir } from 'node:fs/promises';
// oxlint-disable-next-line rangeday/no-sleep -- how long a trouble lasts
import { setTimeout as pause } from 'node:timers/promises';
import { anything, blackHole, duplicate, loseAnswer, uploads, hold } from '../../e2e/support/faults.ts';
import { freezeFor } from './freeze.ts';
import type { Trouble } from './history.ts';
import { now } from './now.ts';
import type { Phone } from './phone-process.ts';
import type { Killed, Network, Part } from './plan.ts';
import type { World } from './world.ts';

/** For a killed phone to be back. */
const START_MS = 90_000;

/** Brings troubles about, and ends them. Those of the server follow each other; phones have theirs beside them. */
export class Troubles {
  readonly #world: World;
  readonly #open = new Set<Promise<void>>();
  readonly list: Trouble[] = [];
  /** The last one of the server. */
  #server: Promise<void> = Promise.resolve();
  /** The last one of each phone's process and network. */
  readonly #phones = new Map<Phone, Promise<void>>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Resolves when all are over. */
  async end(): Promise<void> {
    await Promise.all(this.#open);
  }

  #add(what: string, phone: Phone | undefined, work: () => Promise<void>): void {
    const before = (phone ? this.#phones.get(phone) : this.#server) ?? Promise.resolve();
    const done = before.then(async () => {
      const trouble = { what, phone: phone?.number, from: now(), until: Infinity };
      this.list.push(trouble);
      await work();
      trouble.until = now();
    });
    if (phone) this.#phones.set(phone, done);
    else this.#server = done;
    this.#open.add(done);
  }

  network(phone: Phone, how: Network, ms: number): void {
    this.#add(`${how} (network)`, phone, async () => {
      const end = await this.#begin(phone, how);
      await pause(ms);
      await end();
    });
  }

  async #begin(phone: Phone, how: Network): Promise<() => Promise<void> | void> {
    const { proxy } = phone;
    switch (how) {
      case 'cut':
        await proxy.down();
        return () => proxy.up();
      case 'silence': {
        const held = hold('request');
        phone.stream.close();
        const remove = proxy.when(anything, held.fault);
        return () => {
          remove();
          held.release();
          phone.stream.open();
        };
      }
      case 'swallowed':
        return proxy.when(anything, blackHole);
      case 'lost answers':
        return proxy.when(uploads, loseAnswer);
      case 'twice':
        return proxy.when(uploads, duplicate('at once'));
    }
  }

  clock(phone: Phone, ms: number): void {
    this.list.push({ what: `clock ${ms}`, phone: phone.number, from: now(), until: now() });
    phone.setClock(ms);
  }

  freeze(part: Part, phone: Phone, ms: number): void {
    if (part === 'phone') return this.#add('frozen phone', phone, () => phone.freeze(ms));
    this.#add(`frozen ${part}`, undefined, async () => freezeFor(await this.#pidsOf(part), ms));
  }

  async #pidsOf(part: Part | 'functions'): Promise<number[]> {
    const { backend } = this.#world;
    if (part === 'server') return [backend.pid];
    if (part === 'functions') return childrenOf(backend.pid, 'deno');
    const postmaster = await backend.postmasterPid();
    return [postmaster, ...(await childrenOf(postmaster))];
  }

  kill(part: Killed, phone: Phone): void {
    if (part === 'phone')
      return this.#add('killed phone', phone, async () => {
        await phone.kill();
        // It logs in anew, which the server's troubles may delay.
        for (const end = now() + START_MS; ;) {
          const trouble = await phone.start().then(
            () => undefined,
            (error: unknown) => error,
          );
          if (trouble === undefined) return;
          if (now() > end) throw new Error('A killed phone does not come back.', { cause: trouble });
          await pause(500);
        }
      });
    this.#add(`killed ${part}`, undefined, () => this.#killPart(part));
  }

  async #killPart(part: Exclude<Killed, 'phone'>): Promise<void> {
    const { backend } = this.#world;
    switch (part) {
      case 'postmaster':
        this.#world.noteCrash();
        await backend.killPostgres();
        return backend.start();
      case 'gateway':
        await backend.kill();
        return backend.start();
      case 'session': {
        this.#world.noteCrash();
        const { rows } = await backend.db.query<{ pid: number }>(
          `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() order by application_name = 'rest' desc limit 1`,
        );
        // Until Postgres notices, it accepts connections, which it then ends.
        const noticed = new Promise((resolve) => backend.db.once('end', resolve));
        if (rows[0]) process.kill(rows[0].pid, 'SIGKILL');
        await noticed;
        return backend.reconnect();
      }
      case 'streams':
        return backend.setFaults({ cut: true });
      case 'replication':
        await backend.db.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'embedded_sync'`,
        );
        return;
      case 'functions':
        for (const pid of await childrenOf(backend.pid, 'deno')) process.kill(pid, 'SIGKILL');
    }
  }
}

async function childrenOf(parent: number, name?: string): Promise<number[]> {
  const found: number[] = [];
  for (const entry of await readdir('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) continue;
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const [, command, rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(stat) ?? [];
    if (Number(rest.split(' ')[1]) === parent && (name === undefined || command === name)) found.push(pid);
  }
  return found;
}
