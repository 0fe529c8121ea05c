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

/** The screens of admin and ceo. */
export const STAFF_SCENES: readonly Scene[] = [
  {
    name: 'admin-users',
    path: '/admin',
    as: 'ceo',
    before: giveWork,
    shows: showsText('@mr_tibbets'),
  },
  {
    name: 'admin-queue',
    path: '/admin?view=queue',
    as: 'ceo',
    before: giveWork,
    shows: showsText('Ann Author'),
  },
  {
    name: 'admin-log',
    like: 'admin-queue',
    path: '/admin?view=log',
    as: 'admin',
    async before({ world }) {
      await world.backend
        ?.query(`insert into private.moderation_log (actor_id, action, target_id, subject_id, title, note, created_at)
        select a.id, s.action, b.id, b.id, s.title, s.note, now() - s.age from profiles a, profiles b, (values
          ('flag', 'Spare socks', null, interval '1 hour'), ('delete_comment', 'Cheap ammo here', null, interval '2 hours'),
          ('delete_post', 'Buy my course', 'Advertising', interval '1 day')) s (action, title, note, age)
        where a.username = 'marge_b' and b.username = 'pia_marsh' and not exists (select 1 from private.moderation_log)`);
    },
    shows: (page) => expect(page.getByRole('button', { name: 'Undo' })).toBeVisible(),
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
