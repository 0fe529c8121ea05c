import { createHash } from 'node:crypto';
import pg from 'pg';
import { v5 } from 'uuid';
import type { BackendContext } from './context.ts';
import { DEMO_ACCOUNTS } from './seed-accounts.ts';
import { AD_CLIENTS, ADS } from './seed-ads.ts';
import { COMMENTS, EARLIER_POSTS } from './seed-comments.ts';
import { FRIENDSHIPS, OFFICIAL, PEOPLE, type SeedPerson } from './seed-people.ts';
import { PICTURES } from './seed-pictures.ts';
import { POSTS, type SeedPost } from './seed-posts.ts';
import { hashPassword } from './supabase/auth/password.ts';

export const SEED_NAMESPACE = '6f1c1f0e-52a4-5d0b-9a0e-5a7e0f1d2c3b';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The id of a seeded person: the same in every backend, so that tests and links can use it. */
export const personId = (username: string): string => v5(`person:${username}`, SEED_NAMESPACE);

/** A version 7 UUID from the post's time and a constant, so that seeded ids sort like real ones. */
function postId(at: Date, index: number): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  const rest = createHash('sha256').update(`post:${index}`).digest('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-a${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
}

/**
 * Fills an empty backend with members and posts, once: a database that contains the official account is left unchanged.
 * Everything is one transaction, so an interrupted start leaves nothing incomplete.
 */
export async function seed(ctx: Pick<BackendContext, 'databaseUrl' | 'log'>): Promise<void> {
  const db = new pg.Client({ connectionString: ctx.databaseUrl });
  await db.connect();
  try {
    const known = await db.query('select 1 from public.profiles where id = $1', [personId('rangeday')]);
    if (known.rowCount !== 0) return;
    await db.query('begin');
    const now = Date.now();
    const people = [...OFFICIAL, ...PEOPLE];
    await addAccounts(db, people, now);
    await addProfiles(db, people, now);
    await addFriendships(db);
    await addPosts(db, now);
    await addRanks(db);
    await addComments(db);
    await addAds(db);
    // The counts are written now and not at the commit, so that the boards have them.
    await db.query('set constraints all immediate');
    await db.query('select private.refresh_boards(true)');
    await db.query('commit');
    ctx.log(`Seeded ${people.length} members and ${POSTS.length} posts.`);
  } catch (error) {
    await db.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await db.end();
  }
}

async function addAccounts(db: pg.Client, people: readonly SeedPerson[], now: number): Promise<void> {
  const identities = await db.query("select to_regclass('auth.identities') is not null as there");
  for (const person of people) {
    const account = DEMO_ACCOUNTS.find((one) => one.username === person.username);
    const id = personId(person.username);
    const email = account?.email ?? `${person.username}@members.rangeday.example`;
    // Nobody can log in with the other accounts: an empty hash matches no password.
    const hash = account === undefined ? '' : await hashPassword(account.password, null);
    await db.query(
      `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
       values ($1, 'authenticated', 'authenticated', $2, $3, $4, '{"provider": "email", "providers": ["email"]}', '{}', $4, $4)
       on conflict (id) do nothing`,
      [id, email, hash, joinedAt(person, now)],
    );
    if (account === undefined || identities.rows[0]?.there !== true) continue;
    await db.query(
      `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
       values ($1::text, $1::text::uuid, $2, 'email', $3, $3, $3) on conflict do nothing`,
      [id, JSON.stringify({ sub: id, email, email_verified: true }), joinedAt(person, now)],
    );
  }
}

const joinedAt = (person: SeedPerson, now: number): Date => new Date(now - person.joined * DAY);

async function addProfiles(db: pg.Client, people: readonly SeedPerson[], now: number): Promise<void> {
  for (const person of people) {
    const kind = DEMO_ACCOUNTS.find((one) => one.username === person.username)?.kind;
    await db.query(
      `insert into public.profiles (id, email, username, first_name, last_name, city, state, about, dob, profile_image_url, banner_url, role, badges,
         is_official, privacy_settings, joined_at, created_at)
       select $1, u.email, $2, $3, $4, $5, $6, $7, '1980-05-14', $8, $9, $10, $11, $12, '{"email": true, "dob": true}', $13, $13
       from auth.users u where u.id = $1`,
      [
        personId(person.username),
        person.username,
        person.first,
        person.last,
        person.city,
        person.state,
        person.about,
        person.avatar,
        person.banner,
        kind === 'admin' || kind === 'ceo' ? kind : 'user',
        JSON.stringify(kind === 'admin' ? ['Range officer'] : []),
        person.official ?? false,
        joinedAt(person, now),
      ],
    );
    await db.query('insert into public.profile_stats (id) values ($1)', [personId(person.username)]);
  }
}

async function addFriendships(db: pg.Client): Promise<void> {
  const pairs = [...FRIENDSHIPS, ...PEOPLE.map((person) => [person.username, 'rangeday'] as const)];
  for (const [a, b] of pairs) {
    await db.query('select private.befriend($1, $2)', [personId(a), personId(b)]);
  }
}

/** Oldest first, so that feed numbers follow time. */
async function addPosts(db: pg.Client, now: number): Promise<void> {
  const oldestFirst = [...POSTS.entries()].sort(([, a], [, b]) => b.ago - a.ago);
  for (const [index, post] of oldestFirst) {
    const at = new Date(now - post.ago * HOUR);
    const id = postId(at, index);
    const pollId = post.poll && (await addPoll(db, post.by, post.poll));
    await db.query(
      `insert into public.posts (id, user_id, title, description, visibility, sticky, created_at, poll_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        id,
        personId(post.by),
        post.title,
        post.text,
        post.friends ? 'friends' : 'public',
        post.sticky ?? false,
        at,
        pollId,
      ],
    );
    await addPictures(db, id, post);
    await db.query('update public.post_stats set score = $2 where id = $1', [id, post.score]);
    for (const [name, option] of Object.entries(post.poll?.votes ?? {})) {
      await db.query('insert into public.poll_votes (poll_id, user_id, option_index) values ($1, $2, $3)', [
        pollId,
        personId(name),
        option,
      ]);
    }
  }
}

async function addPictures(db: pg.Client, postId: string, { by, images = [] }: SeedPost): Promise<void> {
  for (const [position, url] of images.entries()) {
    const { width, height, alt, preview } = PICTURES[url] ?? {};
    await db.query(
      `insert into public.post_images (id, post_id, user_id, url, position, width, height, alt, preview)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        v5(`image:${postId}:${position}`, SEED_NAMESPACE),
        postId,
        personId(by),
        url,
        position,
        width,
        height,
        alt,
        preview,
      ],
    );
  }
}

/** A poll is linked to its post when the post is created. */
async function addPoll(db: pg.Client, by: string, poll: NonNullable<SeedPost['poll']>): Promise<string> {
  const id = v5(`poll:${poll.question}`, SEED_NAMESPACE);
  await db.query('insert into public.polls (id, question, options, created_by) values ($1, $2, $3, $4)', [
    id,
    poll.question,
    JSON.stringify(poll.options),
    personId(by),
  ]);
  return id;
}

/** Adds counts only: a feed of hundreds of posts would be a poor first impression. */
async function addRanks(db: pg.Client): Promise<void> {
  for (const [name, posts] of Object.entries(EARLIER_POSTS)) {
    await db.query('select private.count_posts($1, $2)', [personId(name), posts]);
  }
}

async function addComments(db: pg.Client): Promise<void> {
  const said = new Map<string, string[]>();
  for (const { on, by, after, text, answers, likes } of COMMENTS) {
    const before = said.get(on) ?? [];
    const id = v5(`comment:${on}:${before.length}`, SEED_NAMESPACE);
    await db.query(
      `insert into public.comments (id, post_id, user_id, text, parent_id, created_at)
       select $1, id, $2, $3, $4, least(created_at + $5 * interval '1 minute', now())
       from public.posts where coalesce(title, description) like $6 || '%'`,
      [id, personId(by), text, answers === undefined ? null : before[answers], after, on],
    );
    if (likes) await db.query('update public.comment_stats set likes = $2 where id = $1', [id, likes]);
    said.set(on, [...before, id]);
  }
}

async function addAds(db: pg.Client): Promise<void> {
  const idOf = (name: string): string => v5(`ad:${name}`, SEED_NAMESPACE);
  const ceo = DEMO_ACCOUNTS.find((account) => account.kind === 'ceo');
  const owner = ceo === undefined ? null : personId(ceo.username);
  for (const name of AD_CLIENTS)
    await db.query('insert into public.ad_clients (id, name, created_by) values ($1, $2, $3)', [
      idOf(name),
      name,
      owner,
    ]);
  for (const ad of ADS) {
    await db.query(
      `insert into public.ads (id, title, type, destination_url, image_url, mobile_image_url, client_id, created_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [idOf(ad.title), ad.title, ad.type, ad.destination, ad.image, ad.mobileImage ?? null, idOf(ad.client), owner],
    );
  }
}
