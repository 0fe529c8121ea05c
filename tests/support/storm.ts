import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { CrudAction } from '#contract/crud.ts';
import { action, newMember, Session } from './as-member.ts';
import { randomFrom, type Random } from './random.ts';
import type { ScratchDatabase } from './scratch-database.ts';
import { put } from './social.ts';
import { storeFile } from './store-file.ts';
import { type Member, StormWrites } from './storm-writes.ts';

/*
 * Random operations of a few members over several connections: each connection is a device that sends, repeats and
 * races with the others.
 */

const MEMBERS = 20;
const DEVICES = 8;
/** Passing faults: the call had no effect, and the device sends it again. */
const TRANSIENT = /^(40001|40P01|55P03|57014)$/;
/** Refusals with a reason for the member. */
const REFUSED = /^(42501|23503|23505|23514|22023|P0002|PT4\d\d)$/;

export interface StormReport {
  /** Operations by the end that they had: applied, duplicate, or the code of the refusal. */
  readonly outcomes: Record<string, number>;
  /** Calls that passed on a later attempt, by code. */
  readonly transient: Record<string, number>;
  /** Everything else that a call ended with. */
  readonly unexpected: string[];
}

export class Storm {
  readonly #scratch: ScratchDatabase;
  readonly #admin: pg.Client;
  readonly #seed: number;
  readonly #report: StormReport = { outcomes: {}, transient: {}, unexpected: [] };
  readonly #writes = new StormWrites();
  readonly #staff: string[] = [];
  readonly #sent: { member: string; actions: CrudAction[] }[] = [];

  constructor(scratch: ScratchDatabase, admin: pg.Client, seed: number) {
    this.#scratch = scratch;
    this.#admin = admin;
    this.#seed = seed;
  }

  /** Runs about this many operations. */
  async run(operations: number): Promise<StormReport> {
    await this.#admin.query('update private.rate_limits set max_count = 1000000 where true');
    await newMember(this.#admin, { username: 'rangeday', is_official: true });
    for (const role of ['ceo', 'admin', 'admin']) this.#staff.push((await this.#join({ role })).id);
    while (this.#writes.members.length < MEMBERS) await this.#join();
    let left = operations;
    const device = async (number: number) => {
      const db = await this.#scratch.connect();
      // Some counts are published with the act, and some later.
      await db.query("set app.count_pause = '100 milliseconds'");
      const random = randomFrom(this.#seed * 100 + number);
      while (left > 0) {
        if (random(4) === 0) await this.#writes.look(db);
        const done = await this.#step(db, random);
        left -= done;
      }
    };
    await Promise.all(Array.from({ length: DEVICES }, (_, number) => device(number)));
    return this.#report;
  }

  async #join(fields: Record<string, unknown> = {}): Promise<Member> {
    const name = `shooter${(this.#writes.names += 1)}${'abcdefgh'[this.#writes.names % 8]}`;
    const id = await this.#until(() => newMember(this.#admin, { username: name, ...fields }));
    if (id === undefined) throw new Error('Nobody could join.');
    const member = { id, name };
    this.#writes.members.push(member);
    return member;
  }

  #count(counts: Record<string, number>, key: string): void {
    counts[key] = (counts[key] ?? 0) + 1;
  }

  #fail(error: unknown): 'again' | 'refused' {
    const { code = 'none', message } = error as { code?: string; message: string };
    if (TRANSIENT.test(code)) {
      this.#count(this.#report.transient, code);
      return 'again';
    }
    if (REFUSED.test(code)) this.#count(this.#report.outcomes, code);
    else this.#report.unexpected.push(`${code} ${message}`);
    return 'refused';
  }

  /** Until it has an answer, as a device does. */
  async #until<T>(call: () => Promise<T>): Promise<T | undefined> {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      try {
        return await call();
      } catch (error) {
        if (this.#fail(error) === 'refused') return undefined;
      }
    }
    this.#report.unexpected.push('A call passed in none of 20 attempts.');
    return undefined;
  }

  async #send(db: pg.Client, member: string, actions: CrudAction[]): Promise<void> {
    const results = await this.#until(() => new Session(db, member).applyCrud(...actions));
    for (const { status, code, message } of results ?? []) {
      if (code && !REFUSED.test(code)) this.#report.unexpected.push(`${code} ${message}`);
      else this.#count(this.#report.outcomes, code ?? status);
    }
  }

  /** One call, with its number of operations. */
  async #step(db: pg.Client, random: Random): Promise<number> {
    const chance = random(1000);
    const member = this.#writes.pick(this.#writes.members, random)!.id;
    if (chance < 15) return this.#purge(db, random);
    if (chance < 60) return this.#moderate(db, random);
    if (chance < 95) return this.#undo(db, random);
    if (chance < 150) return this.#rest(db, random, member);
    if (chance < 165) return this.#arrive(db);
    const again = this.#writes.pick(this.#sent, random);
    if (chance < 210 && again) {
      // A replay, on this device or on two at once.
      await this.#send(db, again.member, again.actions);
      return again.actions.length;
    }
    const actions = Array.from({ length: 1 + random(5) }, () => action(...this.#writes.write(random, member)));
    // A second delivery of a part: the id of an action comes back with others.
    if (random(10) === 0 && again?.member === member) actions.push(...again.actions.slice(0, 2));
    this.#sent.push({ member, actions });
    await this.#send(db, member, actions);
    return actions.length;
  }

  /** Plain calls of the Data API, one statement each. */
  async #rest(db: pg.Client, random: Random, me: string): Promise<number> {
    const post = this.#writes.pick(this.#writes.posts, random)?.id ?? randomUUID();
    const other = this.#writes.pick(this.#writes.members, random)?.id ?? me;
    const calls: [string, unknown[]][] = [
      [
        `insert into post_votes (post_id, user_id, value) values ($1, $2, 1) on conflict (post_id, user_id) do update
         set post_id = excluded.post_id, user_id = excluded.user_id, value = excluded.value`,
        [post, me],
      ],
      ['delete from post_votes where post_id = $1', [post]],
      ['insert into comments (post_id, user_id, text) values ($1, $2, $3)', [post, me, this.#writes.text(random)]],
      [
        `insert into posts (user_id, title, visibility) select $1, 'Many #fog ' || n, 'public' from generate_series(1, 3) n`,
        [me],
      ],
      ['insert into friends (user_id, friend_id) values ($1, $2)', [me, other]],
      ['delete from friends where user_id = $1 and friend_id = $2', [me, other]],
      ["insert into private_messages (sender_id, recipient_id, content) values ($1, $2, 'x')", [me, other]],
      ['delete from comments where post_id = $1', [post]],
      ['delete from posts where id = $1', [post]],
    ];
    const [sql, values] = calls[random(calls.length)] ?? ['select 1', []];
    const result = await this.#until(() => new Session(db, me).run(sql, values));
    if (result) this.#count(this.#report.outcomes, 'rest');
    return 1;
  }

  /** The image of the oldest comment that waits for one arrives. */
  async #arrive(db: pg.Client): Promise<number> {
    const [comment] = (
      await db.query<{ path: string; user_id: string }>(
        `select private.comment_image_path(image_url) as path, user_id from comments where image_missing order by created_at limit 1`,
      )
    ).rows;
    // The row of a file that is there already is refused by its key.
    if (comment) await this.#until(() => storeFile(db, 'comment-images', comment.path, comment.user_id));
    this.#count(this.#report.outcomes, 'file');
    return 1;
  }

  async #moderate(db: pg.Client, random: Random): Promise<number> {
    const staff = new Session(db, this.#staff[random(this.#staff.length)] ?? '');
    const post = this.#writes.pick(this.#writes.posts, random)?.id ?? randomUUID();
    const comment = this.#writes.pick(this.#writes.comments, random)?.id ?? randomUUID();
    const target = this.#writes.pick(this.#writes.members, random)?.id;
    const pick = random(6);
    if (pick === 0)
      await this.#send(db, staff.id ?? '', [
        action(put('post_removals', { post_id: post, moderator_id: staff.id, reason: 'Off topic' }), {
          op: 'DELETE',
          table: 'posts',
          id: post,
        }),
      ]);
    else if (pick === 1)
      await this.#send(db, staff.id ?? '', [action({ op: 'DELETE', table: 'comments', id: comment })]);
    else if (pick === 2)
      await this.#send(db, staff.id ?? '', [action(...this.#writes.flag(random, { id: post, author: '' }))]);
    else {
      const state = random(3) === 0;
      const [ban, mute] = pick === 3 ? [state, null] : [null, state];
      await this.#until(() => staff.run('select public.moderate_member($1, $2, $3)', [target, ban, mute]));
    }
    this.#count(this.#report.outcomes, 'staff');
    return 1;
  }

  /** A step of the log, most often of the last ones. */
  async #undo(db: pg.Client, random: Random): Promise<number> {
    const staff = new Session(db, this.#staff[random(this.#staff.length)] ?? '');
    const steps = await this.#until(() =>
      staff.rows<{ id: string }>('select id from public.staff_log() where can_undo'),
    );
    const step = steps?.[random(Math.min(steps.length, 10))];
    if (step) await this.#until(() => staff.run('select public.undo_step($1)', [step.id]));
    this.#count(this.#report.outcomes, 'undo');
    return 1;
  }

  /** An account whose time is over is deleted, and somebody new joins. */
  async #purge(db: pg.Client, random: Random): Promise<number> {
    const index = this.#staff.length + random(this.#writes.members.length - this.#staff.length);
    const [gone] = this.#writes.members.splice(index, 1);
    await this.#join();
    await this.#until(() =>
      db.query(
        `insert into account_deletions (user_id, requested_at, due_at) values ($1, now() - interval '29 days', now() - interval '1 day')
         on conflict (user_id) do nothing`,
        [gone?.id],
      ),
    );
    await this.#until(() => db.query('select public.purge_accounts()'));
    // The jobs continue what the others began, while they go on.
    await this.#until(() =>
      db.query(
        `select public.do_work(w ->> 'kind', (w ->> 'subject')::uuid) from public.claim_work() w where w is not null`,
      ),
    );
    this.#count(this.#report.outcomes, 'purge');
    return 1;
  }
}
