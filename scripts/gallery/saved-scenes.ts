import { demoMember } from './worlds.ts';
import { showsText, type Scene } from './scene.ts';

/** Saved posts. */
export const SAVED_SCENES: readonly Scene[] = [
  {
    name: 'saved',
    like: 'tag',
    route: '/saved',
    async path({ backend }) {
      await backend?.query(
        `insert into public.saved_posts (post_id, user_id) select p.id, u.id from public.posts p, auth.users u
         where u.email = $1 and p.title similar to '(Fog lifted|Settle this|House rules)%' on conflict do nothing`,
        [demoMember('member').email],
      );
      return '/saved';
    },
    as: 'member',
    shows: showsText('Fog lifted at nine'),
  },
  {
    name: 'saved-empty',
    path: '/saved',
    as: 'newcomer',
    leavesNothing: true,
    shows: showsText('No saved posts yet.'),
  },
];
