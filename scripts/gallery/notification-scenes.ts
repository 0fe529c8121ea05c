import { showsText, type Scene, type Stage } from './scene.ts';

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
}

export const NOTIFICATION_SCENES: readonly Scene[] = [
  {
    name: 'notifications',
    path: '/notifications',
    as: 'member',
    before: notify,
    isWhole: true,
    shows: showsText('wants to be friends'),
  },
  {
    name: 'notifications-empty',
    like: 'notifications',
    path: '/notifications',
    as: 'newcomer',
    shows: showsText('You have no notifications.'),
  },
];
