import type { SeedRows } from './rows.ts';
import { DAY, type DatedPost, personId, seedId, type SeedWorld } from './world.ts';

const HOUR = DAY / 24;
const ADMIN = 'marge_b';
const CEO = 'old_kip';
const SPAMMER = 'deals4u_direct';
const SHOUTER = 'loud_larry';

/** A report of a post, which `about` finds, or of a member. `closed`: when, by whom and with which note. */
interface SeedReport {
  readonly by: string;
  readonly ago: number;
  readonly about: string | ((post: DatedPost) => boolean);
  readonly reason: string;
  readonly details: string;
  readonly closed?: { readonly by: string; readonly after: number; readonly note: string };
}

const flagged = ({ marks }: DatedPost): boolean => marks.includes('flagged');

const REPORTS: readonly SeedReport[] = [
  {
    by: 'hattie.wynn',
    ago: 4,
    about: SPAMMER,
    reason: 'spam',
    details: 'The same offer by private message, three times since this morning.',
  },
  {
    by: 'sam_weller',
    ago: 9,
    about: flagged,
    reason: 'illegal',
    details: 'Offers to sell something without questions. We do not do that here.',
  },
  { by: 'birdie_lane', ago: 27, about: SHOUTER, reason: 'harassment', details: 'He names people one by one.' },
  {
    by: 'lenny_g',
    ago: 50,
    about: 'maximilian.featherstonehaugh',
    reason: 'impersonation',
    details: 'Is this a real name? My phone shows half of it.',
  },
  {
    ...{
      by: 'fern_abbott',
      ago: 80,
      about: ({ marks }) => marks.includes('removed'),
      reason: 'harassment',
      details: 'Please read it aloud and then decide.',
    },
    closed: { by: ADMIN, after: 1, note: 'Removed. He was warned and is muted for a while.' },
  },
  {
    ...{
      by: 'rocco_v',
      ago: 300,
      about: ({ title }) => title?.startsWith('My grandfather') ?? false,
      reason: 'other',
      details: 'The candle near a hut made of wood?',
    },
    closed: { by: ADMIN, after: 5, note: 'It is a story about a candle. Nothing to do.' },
  },
];

/**
 * Cases in every state: open and closed reports, flagged posts, one that was removed and can be brought back, a banned
 * and a muted member, and the log of those steps, which only accepts new entries. `report` rows come before the changes
 * below, as with real ones.
 */
export function moderation({ posts, now }: SeedWorld): SeedRows[] {
  const steps: Record<string, unknown>[] = [];
  const log = (
    ago: number,
    actor: string,
    action: string,
    target: string,
    subject: string,
    title?: string,
    note?: string,
  ): void =>
    void steps.push({
      id: seedId(`step:${action}:${subject}`),
      actor_id: personId(actor),
      target_id: personId(target),
      action,
      subject_id: subject,
      title: title ?? null,
      note: note ?? null,
      created_at: new Date(now - ago * HOUR),
    });
  const titleOf = (post: DatedPost): string => (post.title ?? post.text ?? '').slice(0, 120);

  log(300 * 24, CEO, 'promote', ADMIN, personId(ADMIN));
  const reports = REPORTS.map(({ by, ago, about, reason, details, closed }) => {
    const post = typeof about === 'function' ? posts.find(about) : undefined;
    const target = post?.by ?? (typeof about === 'string' ? about : '');
    const id = seedId(`report:${by}:${ago}`);
    if (closed) log(ago - closed.after, closed.by, 'close_report', target, id, post && titleOf(post), closed.note);
    return {
      id,
      reporter_id: personId(by),
      target_type: post ? 'post' : 'member',
      target_user_id: personId(target),
      post_id: post?.id ?? null,
      reason,
      details,
      target_username: target,
      post_title: post?.title ?? null,
      post_description: post?.text ?? null,
      reporter_username: by,
      is_open: !closed,
      handled_by: closed ? personId(closed.by) : null,
      handled_at: closed ? new Date(now - (ago - closed.after) * HOUR) : null,
      note: closed?.note ?? null,
      created_at: new Date(now - ago * HOUR),
    };
  });
  for (const post of posts) {
    if (flagged(post)) log(post.ago - 6, ADMIN, 'flag', post.by, post.id, titleOf(post));
    if (post.marks.includes('locked')) log(post.ago - 3, ADMIN, 'lock', post.by, post.id, titleOf(post));
    if (post.marks.includes('removed')) log(79, ADMIN, 'delete_post', post.by, post.id, titleOf(post), REMOVED);
    if (post.marks.includes('pinned')) log(post.ago - 0.1, CEO, 'pin', post.by, post.id, titleOf(post));
  }
  log(78.5, ADMIN, 'mute', SHOUTER, personId(SHOUTER));
  log(8, CEO, 'ban', SPAMMER, personId(SPAMMER));
  return [
    { table: 'public.reports', rows: reports },
    {
      table: 'private.moderation_log',
      rows: steps.toSorted((a, b) => Number(a['created_at']) - Number(b['created_at'])),
    },
  ];
}

const REMOVED = 'Names people to shout at them.';

/** The changes behind that log, as statements with their values. Triggers make the counts of flags. */
export function staffChanges({ posts, now }: SeedWorld): (readonly [sql: string, values: unknown[]])[] {
  const marked = (mark: string): string[] => posts.filter((post) => post.marks.includes(mark)).map((post) => post.id);
  return [
    [
      `insert into public.post_flags (id, flagged_by, flagged_at) select p.id, $2, p.created_at + interval '6 hours' from public.posts p where p.id = any ($1)`,
      [marked('flagged'), personId(ADMIN)],
    ],
    ['update public.posts set flagged = true where id = any ($1)', [marked('flagged')]],
    [
      `insert into private.removed_posts (id, status, removed_at) select p.id, p.status, $2 from public.posts p where p.id = any ($1)`,
      [marked('removed'), new Date(now - 79 * HOUR)],
    ],
    [`update public.posts set status = 'removed' where id = any ($1)`, [marked('removed')]],
    [
      `insert into public.post_deletions (id, user_id, deleted_by, reason, deleted_at) select p.id, p.user_id, $2, $3, $4 from public.posts p where p.id = any ($1)`,
      [marked('removed'), personId(ADMIN), REMOVED, new Date(now - 79 * HOUR)],
    ],
    [
      `select private.notify(p.user_id, 'moderation', jsonb_build_object('reason', $2::text, 'post_title', p.title, 'post_description', p.description, 'deleted_at', $3::timestamptz),
         'removal:' || p.id) from public.posts p where p.id = any ($1)`,
      [marked('removed'), REMOVED, new Date(now - 79 * HOUR)],
    ],
    ['update public.profiles set is_banned = true where id = $1', [personId(SPAMMER)]],
    ['update public.profiles set is_muted = true where id = $1', [personId(SHOUTER)]],
  ];
}
