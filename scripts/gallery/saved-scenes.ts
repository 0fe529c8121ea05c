import { demoMember, type World } from './worlds.ts';
import { showsText, type Scene } from './scene.ts';

async function savePosts({ backend }: World): Promise<string> {
  await backend?.query(
    `insert into public.saved_posts (post_id, user_id) select p.id, u.id from public.posts p, auth.users u
     where u.email = $1 and p.title similar to '(Fog lifted|Settle this|House rules)%' on conflict do nothing`,
    [demoMember('member').email],
  );
  return '/saved';
}

/** Saved posts. */
export const SAVED_SCENES: readonly Scene[] = [
  {
    name: 'saved',
    like: 'tag',
    route: '/saved',
    path: savePosts,
    as: 'member',
    shows: showsText('Fog lifted at nine'),
  },
  {
    name: 'saved-offline',
    like: 'tag',
    route: '/saved',
    path: savePosts,
    as: 'member',
    goesOffline: true,
    async act(stage) {
      await showsText('Fog lifted at nine')(stage.page);
      await stage.goOffline();
    },
    shows: showsText('Offline'),
  },
  {
    name: 'saved-empty',
    like: 'feed-friends-empty',
    path: '/saved',
    as: 'newcomer',
    leavesNothing: true,
    shows: showsText('No saved posts yet.'),
  },
];
