import { randomUUID } from 'node:crypto';

import { expect } from '../../tests/support/member.ts';
import { postCalled } from './post-scenes.ts';
import { showsText, type Scene, type Stage } from './scene.ts';

/** A reported member, two with flagged posts, and a contact message. */
async function giveWork({ world }: Stage): Promise<void> {
  await world.backend?.query(
    `insert into member_flags (user_id, flagged_posts) select id, 4 from profiles where username in ('pia_marsh', 'mr_tibbets')
     on conflict (user_id) do update set flagged_posts = 4`,
  );
  await world.backend?.query(
    `insert into reports (reporter_id, reporter_username, target_type, target_user_id, target_username, reason, details)
     select a.id, a.username, 'member', b.id, b.username, 'spam', 'Every day the same'
     from profiles a, profiles b where a.username = 'marge_b' and b.username = 'pia_marsh'
     and not exists (select 1 from reports where target_user_id = b.id)`,
  );
  await world.backend?.query(
    `insert into contact_messages (name, email, message) select 'Ann Author', 'ann@example.test', 'When do you open on Sunday?'
     where not exists (select 1 from contact_messages)`,
  );
}

/** A report of child abuse with a picture, which is in the bucket of evidence. */
async function fileChildReport({ world }: Stage): Promise<void> {
  const { backend } = world;
  if (!backend) return;
  const path = `${randomUUID()}/01.png`;
  await fetch(`${backend.url}/storage/v1/object/csae-report-files/${path}`, {
    method: 'POST',
    headers: { apikey: backend.addresses.SUPABASE_ANON_KEY, 'content-type': 'image/png' },
    body: PICTURE,
  });
  await backend.query(
    `insert into csae_reports (post_url, description, storage_paths) select 'https://rangeday.example/posts/1', 'A child is named here.', $1
     where not exists (select 1 from csae_reports)`,
    [[path]],
  );
}

/** A post that was reported with a picture, and one that was flagged. */
async function reportPost({ world }: Stage): Promise<void> {
  await world.backend?.query(
    `insert into reports (reporter_id, reporter_username, target_type, target_user_id, target_username, post_id, reason, details, post_title, post_description)
     select a.id, a.username, 'post', b.id, b.username, p.id, 'harassment', 'Names nobody, but everyone knows who.', p.title, p.description
     from profiles a, posts p join profiles b on b.id = p.user_id where a.username = 'marge_b' and p.images is not null
     and not exists (select 1 from reports r where r.target_type = 'post') order by p.created_at desc limit 1`,
  );
  await world.backend?.query(
    `update posts set flagged = true where id = (select id from posts where title = 'Spare socks' limit 1)`,
  );
}

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The screens of admin and ceo. */
export const STAFF_SCENES: readonly Scene[] = [
  {
    name: 'admin-users',
    path: '/admin',
    as: 'ceo',
    leavesNothing: true,
    before: giveWork,
    shows: showsText('@mr_tibbets'),
  },
  {
    name: 'admin-queue',
    path: '/admin?view=queue',
    as: 'ceo',
    leavesNothing: true,
    before: giveWork,
    shows: showsText('@pia_marsh'),
  },
  {
    name: 'admin-log',
    like: 'admin-queue',
    path: '/admin?view=log',
    as: 'ceo',
    async before({ world }) {
      await world.backend
        ?.query(`insert into private.moderation_log (actor_id, action, target_id, subject_id, title, note, created_at)
        select a.id, s.action, b.id, b.id, s.title, s.note, now() - s.age from profiles a, profiles b, (values
          ('flag', 'Spare socks', null, interval '1 hour'), ('delete_comment', 'Cheap ammo here', null, interval '2 hours'),
          ('delete_post', 'Buy my course', 'Advertising', interval '1 day')) s (action, title, note, age)
        where a.username = 'marge_b' and b.username = 'pia_marsh' and not exists (select 1 from private.moderation_log where title = 'Buy my course')`);
      await world.backend?.query(`insert into private.moderation_log (actor_id, action, target_id, subject_id)
        select b.id, 'promote', a.id, a.id from profiles a, profiles b where a.username = 'marge_b' and b.role = 'ceo' and not b.is_official
        and not exists (select 1 from private.moderation_log where action = 'promote') limit 1`);
    },
    shows: (page) => expect(page.getByRole('button', { name: 'Undo' })).toBeVisible(),
  },
  {
    name: 'admin-case',
    like: 'admin-queue',
    path: '/admin?view=queue',
    as: 'ceo',
    before: reportPost,
    leavesNothing: true,
    async act({ page }) {
      await page
        .getByRole('button', { name: /Post · 1 report/ })
        .first()
        .click();
    },
    shows: showsText('Showing it is noted in the audit log.'),
  },
  {
    name: 'admin-child',
    like: 'admin-queue',
    path: '/admin?view=queue',
    as: 'ceo',
    before: fileChildReport,
    async act({ page }) {
      await page.getByRole('button', { name: /^Child-safety report/ }).click();
      await page.getByRole('button', { name: 'Load 1 file' }).click();
    },
    shows: (page) => expect(page.getByRole('button', { name: 'Show it' })).toBeVisible(),
  },
  {
    name: 'admin-future',
    path: '/admin?view=future',
    as: 'ceo',
    shows: showsText('In the Works'),
  },
  {
    name: 'moderation',
    route: '/posts/$postId',
    path: postCalled('Spare socks'),
    as: 'admin',
    leavesNothing: true,
    async act({ page }) {
      await page.getByRole('button', { name: 'More actions for this post' }).click();
      await page.getByRole('menuitem', { name: 'Moderate this post' }).click();
    },
    shows: (page) => expect(page.getByRole('switch', { name: 'Flagged' })).toBeAttached(),
  },
];
