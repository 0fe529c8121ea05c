import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { consentsTo } from '#contract/auth.ts';
import { FaultProxy } from '../../e2e/support/fault-proxy.ts';
import { Backend } from '../../offline/support/backend.ts';
import { visibleRows } from '../../soak/support/visible-rows.ts';
import type { Stored } from './history.ts';
import { type Account, Phone } from './phone-process.ts';
import type { PhoneStart } from './protocol.ts';

export const PHONES = 3;
const PASSWORD = 'Walnut-tree-42!';
/** `visibleRows` compares three pages of the feed: a page has 100 numbers, of which a crash skips up to 32. */
const MOST_NUMBERS = 250;
const NUMBERS_PER_CRASH = 33;

/** A backend with some phones. Histories follow each other in it; one that failed gets a new one for its successor. */
export class World {
  readonly backend: Backend;
  readonly phones: readonly Phone[];
  #numbers = 0;

  private constructor(backend: Backend, phones: readonly Phone[]) {
    this.backend = backend;
    this.phones = phones;
  }

  static async create(): Promise<World> {
    const backend = await Backend.create();
    await backend.db.query('update private.rate_limits set max_count = 1000000 where true');
    const folder = join(backend.directory, 'phones');
    await mkdir(folder);
    const phones: Phone[] = [];
    for (let number = 0; number < PHONES; number += 1) {
      const account = await openAccount(backend, `phone_${number}`);
      const proxy = await FaultProxy.start(backend.state.appUrl);
      const phone = new Phone(number, account, proxy, join(folder, `${number}.db`));
      phones.push(phone);
      await phone.start();
    }
    return new World(backend, phones);
  }

  noteCrash(): void {
    this.#numbers += NUMBERS_PER_CRASH;
  }

  notePost(): void {
    this.#numbers += 1;
  }

  get isUsedUp(): boolean {
    return this.#numbers > MOST_NUMBERS;
  }

  /** What of the phone's replica differs from what its member may read in Postgres. Empty: it has everything. */
  async differences(phone: Phone): Promise<string[]> {
    const expected = await visibleRows(this.backend.db, phone.userId);
    const held = await phone.rows();
    return Object.keys(expected).filter((table) => JSON.stringify(expected[table]) !== JSON.stringify(held[table]));
  }

  async stored(history: string): Promise<Stored> {
    const rows = async <Row extends object>(sql: string): Promise<Row[]> =>
      (await this.backend.db.query<Row>(sql, [`${history}%`])).rows;
    return {
      posts: await rows(
        `select p.id, p.title, p.poll_id is not null as poll, s.score, s.comment_count as comments
         from posts p join post_stats s using (id) where p.title like $1`,
      ),
      comments: await rows('select id, text from comments where text like $1'),
      messages: await rows('select id, content as text from private_messages where content like $1'),
      votes: await rows(
        `select v.post_id as post, v.user_id as member, v.value from post_votes v join posts p on p.id = v.post_id where p.title like $1`,
      ),
      notifications: await rows(
        `select data ->> 'text' as text, user_id as recipient from notifications where type = 'comment' and data ->> 'text' like $1`,
      ),
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.phones.map((phone) => phone.close()));
    await this.backend.destroy();
  }
}

/** A confirmed account with a password and a profile. */
async function openAccount(backend: Backend, username: string): Promise<Account> {
  const { appUrl, serviceRoleKey, anonKey } = backend.state;
  const ask = async <Body>(path: string, key: string, body: object): Promise<Body> => {
    const answer = await fetch(`${appUrl}/auth/v1/${path}`, {
      method: 'POST',
      headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Body;
  };
  const email = `${randomUUID()}@members.example`;
  const { id } = await ask<{ id: string }>('admin/users', serviceRoleKey, {
    ...{ email, password: PASSWORD, email_confirm: true },
  });
  await backend.db.query('select public.create_profile_and_friend($1, $2)', [id, consentsTo('test')]);
  await backend.db.query('update public.profiles set username = $2 where id = $1', [id, username]);
  return {
    userId: id,
    logIn: () => ask<PhoneStart['session']>('token?grant_type=password', anonKey, { email, password: PASSWORD }),
  };
}
