import { allowAsking, asIphone } from './message-scenes.ts';
import { blockDatabase, showsText, type Scene, type Stage } from './scene.ts';

/** Notifications of every type for the member of the scenes. */
async function notify({ world }: Stage): Promise<void> {
  await world.backend?.query(
    `with me as (select id from public.profiles where username = 'sam_weller'),
      asked as (insert into public.friends (user_id, friend_id) select a.id, me.id from public.profiles a, me
        where a.username = 'benchrest_bo' on conflict do nothing)
    select private.notify(me.id, kind, data, 'scene:' || kind) from me, (values
      ('moderation', jsonb_build_object('reason', 'No sales of arms here.', 'post_title', 'Trade table, Saturday', 'post_description', null, 'deleted_at', now()::text)),
      ('promotion', jsonb_build_object('message', 'You are an admin now.', 'promoted_at', now()::text))) made (kind, data)`,
  );
  // Four members on one post are one entry.
  await world.backend?.query(
    `select private.notify(me.id, 'comment', jsonb_build_object('from_user_id', a.id, 'from_username', a.username, 'post_id', me.post_id,
      'text', 'Bay 4. The berm keeps the wind off.'), 'scene:comment:' || a.username)
    from (select p.user_id as id, p.id as post_id from public.posts p join public.profiles m on m.id = p.user_id
        where m.username = 'sam_weller' and p.status = 'live' order by p.created_at desc limit 1) me, public.profiles a
    where a.username in ('marge_b', 'old_kip', 'pia_marsh', 'tully.sporting')`,
  );
}

export const NOTIFICATION_SCENES: readonly Scene[] = [
  {
    name: 'notifications',
    path: '/notifications',
    as: 'member',
    leavesNothing: true,
    before: notify,
    isWhole: true,
    shows: showsText('wants to be friends'),
  },
  {
    name: 'notifications-offline',
    like: 'notifications',
    path: '/notifications',
    as: 'member',
    before: notify,
    async act({ page, goOffline }) {
      const request = page.getByRole('listitem').filter({ hasText: 'wants to be friends' });
      await request.waitFor();
      // Before, it is not known that this is everything.
      await showsText(/updated \d/)(page);
      await goOffline();
      await request.getByRole('button', { name: 'Accept' }).click();
    },
    goesOffline: true,
    isWhole: true,
    shows: showsText('Everything above is on this device.'),
  },
  {
    name: 'notifications-push',
    like: 'notifications',
    path: '/notifications',
    as: 'newcomer',
    before: allowAsking,
    shows: showsText('Get notified about replies?'),
  },
  {
    name: 'notifications-iphone',
    like: 'notifications',
    path: '/notifications',
    as: 'newcomer',
    before: asIphone,
    shows: showsText('Install Rangeday to get notified about replies'),
  },
  {
    name: 'notifications-loading',
    like: 'notifications',
    path: '/notifications',
    as: 'member',
    before: blockDatabase,
    shows: showsText('Loading notifications...'),
  },
  {
    name: 'notifications-empty',
    like: 'notifications',
    path: '/notifications',
    as: 'newcomer',
    shows: showsText('You have no notifications.'),
  },
];
