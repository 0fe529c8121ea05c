import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { CrudAction, CrudOp } from '#contract/crud.ts';
import { action, newMember, Session } from './as-member.ts';
import { randomFrom, type Random } from './random.ts';
import type { ScratchDatabase } from './scratch-database.ts';
import { pairId, put } from './social.ts';

/*
 * Random operations of a few members over several connections: each connection is a device that sends, repeats and races with the others.
 */

const MEMBERS = 20;
const DEVICES = 8;
/** Passing faults: the call had no effect, and the device sends it again. */
const TRANSIENT = /^(40001|40P01|55P03|57014)$/;
/** Refusals with a reason for the member. */
const REFUSED = /^(42501|23503|23505|23514|22023|P0002|PT4\d\d)$/;
const WORDS = ['fog', '#fog', '#zero', 'wind', '#range', 'steel', '#prs', 'clay', '#Zero'];

interface Member {
  id: string;
  name: string;
}

interface Post {
  id: string;
  author: string;
}

interface Comment {
  id: string;
  post: string;
  author: string;
}

interface Friendship {
  id: string;
  from: string;
  to: string;
  status: string;
}

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
  readonly #members: Member[] = [];
  readonly #staff: string[] = [];
  readonly #posts: Post[] = [];
  readonly #comments: Comment[] = [];
  readonly #polls: string[] = [];
  readonly #friends: Friendship[] = [];
  readonly #blocks: { id: string; owner: string; list: 'blocks' | 'mutes' }[] = [];
  readonly #messages: { id: string; from: string; to: string }[] = [];
  readonly #sent: { member: string; actions: CrudAction[] }[] = [];
  #names = 0;

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
    while (this.#members.length < MEMBERS) await this.#join();
    let left = operations;
    const device = async (number: number) => {
      const db = await this.#scratch.connect();
      const random = randomFrom(this.#seed * 100 + number);
      while (left > 0) {
        if (random(4) === 0) await this.#look(db);
        const done = await this.#step(db, random);
        left -= done;
      }
    };
    await Promise.all(Array.from({ length: DEVICES }, (_, number) => device(number)));
    return this.#report;
  }

  async #join(fields: Record<string, unknown> = {}): Promise<Member> {
    const name = `shooter${(this.#names += 1)}${'abcdefgh'[this.#names % 8]}`;
    const id = await this.#until(() => newMember(this.#admin, { username: name, ...fields }));
    if (id === undefined) throw new Error('Nobody could join.');
    const member = { id, name };
    this.#members.push(member);
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
    const member = this.#pick(this.#members, random)!.id;
    if (chance < 15) return this.#purge(db, random);
    if (chance < 60) return this.#moderate(db, random);
    if (chance < 95) return this.#undo(db, random);
    if (chance < 150) return this.#rest(db, random, member);
    const again = this.#pick(this.#sent, random);
    if (chance < 210 && again) {
      // A replay, on this device or on two at once.
      await this.#send(db, again.member, again.actions);
      return again.actions.length;
    }
    const actions = Array.from({ length: 1 + random(5) }, () => action(...this.#write(random, member)));
    // A second delivery of a part: the id of an action comes back with others.
    if (random(10) === 0 && again?.member === member) actions.push(...again.actions.slice(0, 2));
    this.#sent.push({ member, actions });
    await this.#send(db, member, actions);
    return actions.length;
  }

  /** What is there now: most operations then concern something that exists. */
  async #look(db: pg.Client): Promise<void> {
    const rows = async <Row extends pg.QueryResultRow>(sql: string) => (await db.query<Row>(sql)).rows;
    const posts = await rows<Post>(
      `select id, user_id as author from posts where status = 'live' order by created_at desc limit 150`,
    );
    this.#posts.splice(0, Infinity, ...posts.toReversed());
    const comments = await rows<Comment>(
      'select id, post_id as post, user_id as author from comments order by created_at desc limit 150',
    );
    this.#comments.splice(0, Infinity, ...comments.toReversed());
    const polls = await rows<{ id: string }>(
      'select id from polls where post_id is not null order by created_at desc limit 50',
    );
    this.#polls.splice(0, Infinity, ...polls.map(({ id }) => id));
    const friends = await rows<Friendship>('select id, user_id as "from", friend_id as "to", status from friends');
    this.#friends.splice(0, Infinity, ...friends);
  }

  /** One that this member wrote, four times out of five. */
  #own<T extends { author: string }>(from: readonly T[], random: Random, me: string): T | undefined {
    const own =
      random(5) > 0
        ? this.#pick(
            from.filter(({ author }) => author === me),
            random,
          )
        : undefined;
    return own ?? this.#pick(from, random);
  }

  #pick<T>(from: readonly T[], random: Random): T | undefined {
    // Half of the time the newest, so that many act on the same thing.
    const among = random(2) === 0 ? Math.min(from.length, 6) : from.length;
    return from[from.length - among + random(Math.max(among, 1))];
  }

  #text(random: Random): string {
    const words = Array.from({ length: 1 + random(4) }, () => WORDS[random(WORDS.length)]);
    return random(6) === 0 ? [...words, `@${this.#pick(this.#members, random)?.name}`].join(' ') : words.join(' ');
  }

  #write(random: Random, me: string): CrudOp[] {
    const post = this.#pick(this.#posts, random);
    const comment = this.#pick(this.#comments, random);
    const other = this.#pick(this.#members, random)?.id ?? me;
    const pick = random(100);
    if (!post || pick < 10) return this.#newPost(random, me);
    if (pick < 22) return this.#newComment(random, me, post);
    if (pick < 37) return this.#vote(random, me, post);
    if (pick < 43) return comment ? this.#like(random, me, comment) : this.#newComment(random, me, post);
    if (pick < 47) return this.#save(random, me, post);
    if (pick < 51) return this.#pollVote(random, me);
    if (pick < 67) return this.#edit(random, me, pick < 61);
    if (pick < 70) return this.#flag(random, post);
    if (pick < 78) return this.#friend(random, me, other);
    if (pick < 82) return this.#list(random, me, other);
    if (pick < 91) return this.#message(random, me, other);
    if (pick < 96) return this.#profile(random, me);
    // Refused as a whole: nothing of it stays.
    return [
      ...this.#newPost(random, me),
      put('post_images', { post_id: post.id, user_id: me, url: 'javascript:x', position: 0 }),
    ];
  }

  /** Changes or deletes a post or a comment. */
  #edit(random: Random, me: string, isChange: boolean): CrudOp[] {
    const table = random(2) === 0 ? 'posts' : 'comments';
    const id =
      this.#own<Post | Comment>(table === 'posts' ? this.#posts : this.#comments, random, me)?.id ?? randomUUID();
    if (!isChange) return [{ op: 'DELETE', table, id }];
    return [{ op: 'PATCH', table, id, data: { [table === 'posts' ? 'title' : 'text']: this.#text(random) } }];
  }

  #newPost(random: Random, author: string): CrudOp[] {
    const id = randomUUID();
    const kind = random(10);
    const audience =
      kind < 7
        ? { visibility: 'public' }
        : kind < 9
          ? { visibility: 'friends' }
          : {
              visibility: 'friends',
              shared_with: JSON.stringify([0, 1, 2].map(() => this.#pick(this.#members, random)?.id)),
            };
    this.#posts.push({ id, author });
    const data = { user_id: author, title: this.#text(random), ...audience };
    const pictures = Array.from({ length: random(4) === 0 ? 2 : 0 }, (_, position) =>
      put('post_images', {
        post_id: id,
        user_id: author,
        url: `https://pictures.example/${id}-${position}.jpg`,
        position,
      }),
    );
    if (random(5) > 0) return [put('posts', data, id), ...pictures];
    const poll = randomUUID();
    this.#polls.push(poll);
    return [
      put(
        'polls',
        { question: 'Which?', options: '["A","B","C"]', created_by: author, visibility: audience.visibility },
        poll,
      ),
      put('posts', { ...data, poll_id: poll }, id),
      ...pictures,
    ];
  }

  #newComment(random: Random, author: string, post: Post): CrudOp[] {
    const id = randomUUID();
    const answered = this.#comments.findLast((each) => each.post === post.id);
    this.#comments.push({ id, post: post.id, author });
    const parent = answered && random(2) === 0 ? { parent_id: answered.id } : {};
    return [put('comments', { post_id: post.id, user_id: author, text: this.#text(random), ...parent }, id)];
  }

  #vote(random: Random, me: string, post: Post): CrudOp[] {
    const id = pairId('post_vote', post.id, me);
    if (random(5) === 0) return [{ op: 'DELETE', table: 'post_votes', id }];
    const value = random(4) === 0 ? -1 : 1;
    if (random(5) === 0) return [{ op: 'PATCH', table: 'post_votes', id, data: { value } }];
    return [put('post_votes', { post_id: post.id, user_id: me, value }, id)];
  }

  #like(random: Random, me: string, comment: Comment): CrudOp[] {
    const id = pairId('comment_like', comment.id, me);
    if (random(4) === 0) return [{ op: 'DELETE', table: 'comment_likes', id }];
    return [put('comment_likes', { comment_id: comment.id, post_id: comment.post, user_id: me }, id)];
  }

  #save(random: Random, me: string, post: Post): CrudOp[] {
    const id = pairId('saved_post', post.id, me);
    if (random(4) === 0) return [{ op: 'DELETE', table: 'saved_posts', id }];
    return [put('saved_posts', { post_id: post.id, user_id: me }, id)];
  }

  #pollVote(random: Random, me: string): CrudOp[] {
    const poll = this.#pick(this.#polls, random);
    if (!poll) return this.#newPost(random, me);
    return [put('poll_votes', { poll_id: poll, user_id: me, option_index: random(3) }, pairId('poll_vote', poll, me))];
  }

  #flag(random: Random, post: Post): CrudOp[] {
    const field = ['flagged', 'comments_locked', 'sticky'][random(3)] ?? 'flagged';
    return [{ op: 'PATCH', table: 'posts', id: post.id, data: { [field]: random(2) } }];
  }

  #friend(random: Random, me: string, other: string): CrudOp[] {
    const asked = this.#pick(
      this.#friends.filter(({ to, status }) => to === me && status === 'pending'),
      random,
    );
    const friend = this.#pick(
      this.#friends.filter(({ from }) => from === me),
      random,
    );
    const pick = random(6);
    if (asked && pick < 3)
      return [{ op: 'PATCH', table: 'friends', id: asked.id, data: { status: pick === 0 ? 'declined' : 'accepted' } }];
    if (friend && pick === 5) return [{ op: 'DELETE', table: 'friends', id: friend.id }];
    const id = pairId('friendship', me, other);
    return [put('friends', { user_id: me, friend_id: other, status: 'pending' }, id)];
  }

  #list(random: Random, me: string, other: string): CrudOp[] {
    const listed = this.#blocks.findLast(({ owner }) => owner === me);
    if (listed && random(3) > 0) return [{ op: 'DELETE', table: listed.list, id: listed.id }];
    const list = random(3) === 0 ? 'blocks' : 'mutes';
    const id = randomUUID();
    this.#blocks.push({ id, owner: me, list });
    return [put(list, { user_id: me, [list === 'blocks' ? 'blocked_id' : 'muted_id']: other }, id)];
  }

  #message(random: Random, me: string, other: string): CrudOp[] {
    const received = this.#messages.findLast(({ to }) => to === me);
    if (received && random(3) === 0)
      return [{ op: 'PATCH', table: 'private_messages', id: received.id, data: { read: 1 } }];
    const id = randomUUID();
    this.#messages.push({ id, from: me, to: other });
    return [put('private_messages', { sender_id: me, recipient_id: other, content: this.#text(random) }, id)];
  }

  #profile(random: Random, me: string): CrudOp[] {
    const pick = random(3);
    const name = `member${(this.#names += 1)}${'xyzuvw'[random(6)]}`;
    const data =
      pick === 0
        ? { username: name }
        : pick === 1
          ? { profile_image_url: `https://pictures.example/${name}.jpg` }
          : { city: name, privacy_settings: JSON.stringify({ city: random(2) === 0 }) };
    return [{ op: 'PATCH', table: 'profiles', id: me, data }];
  }

  /** Plain calls of the Data API, one statement each. */
  async #rest(db: pg.Client, random: Random, me: string): Promise<number> {
    const post = this.#pick(this.#posts, random)?.id ?? randomUUID();
    const other = this.#pick(this.#members, random)?.id ?? me;
    const calls: [string, unknown[]][] = [
      [
        `insert into post_votes (post_id, user_id, value) values ($1, $2, 1) on conflict (post_id, user_id) do update
         set post_id = excluded.post_id, user_id = excluded.user_id, value = excluded.value`,
        [post, me],
      ],
      ['delete from post_votes where post_id = $1', [post]],
      ['insert into comments (post_id, user_id, text) values ($1, $2, $3)', [post, me, this.#text(random)]],
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

  async #moderate(db: pg.Client, random: Random): Promise<number> {
    const staff = new Session(db, this.#staff[random(this.#staff.length)] ?? '');
    const post = this.#pick(this.#posts, random)?.id ?? randomUUID();
    const comment = this.#pick(this.#comments, random)?.id ?? randomUUID();
    const target = this.#pick(this.#members, random)?.id;
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
      await this.#send(db, staff.id ?? '', [action(...this.#flag(random, { id: post, author: '' }))]);
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
    const index = this.#staff.length + random(this.#members.length - this.#staff.length);
    const [gone] = this.#members.splice(index, 1);
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
