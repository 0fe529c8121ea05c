import { expect } from '../../tests/support/member.ts';
import { blockDatabase, firstPost, showsText, type Scene, type Stage } from './scene.ts';

/** A request to the member of the scenes and one from them. */
export async function requestFriends({ world }: Stage): Promise<void> {
  await world.backend?.query(
    `insert into public.friends (user_id, friend_id) select a.id, b.id from public.profiles a, public.profiles b
     where (a.username, b.username) in (('benchrest_bo', 'sam_weller'), ('sam_weller', 'tully.sporting')) on conflict do nothing`,
  );
}

/** Gives the newcomer on screen more friends than the panel shows at first. */
async function befriendMany({ page, world }: Stage): Promise<void> {
  const name = await page.getByRole('heading', { level: 1, name: /^@/ }).innerText();
  await world.backend?.query(
    `select private.befriend(m.id, p.id) from public.profiles p, public.profiles m
     where m.username = $1 and p.username in ('jojo.clays', 'ferris_oakes', 'lanternlight', 'wren_holloway', 'dana-k')`,
    [name.slice(1)],
  );
}

/** Profiles, and what members can do about friends. */
export const PROFILE_SCENES: readonly Scene[] = [
  {
    name: 'profile-own',
    path: '/profile',
    as: 'member',
    before: requestFriends,
    leavesNothing: true,
    isWhole: true,
    shows: showsText('Waiting for response...'),
  },
  {
    name: 'profile-new',
    like: 'profile-own',
    path: '/profile',
    as: 'newcomer',
    leavesNothing: true,
    shows: showsText('No posts yet.'),
  },
  {
    name: 'profile-friends-cut',
    like: 'profile-own',
    path: '/profile',
    as: 'newcomer',
    isWhole: true,
    act: befriendMany,
    shows: showsText('All 6'),
  },
  {
    name: 'profile-friends-many',
    like: 'profile-own',
    path: '/profile',
    world: 'crowded',
    as: 'member',
    isWhole: true,
    act: async ({ page }) => page.getByRole('button', { name: /^All \d{2}$/ }).click(),
    shows: showsText('Show more'),
  },
  {
    name: 'code-own',
    path: '/profile',
    as: 'member',
    act: async ({ page }) => page.getByRole('button', { name: 'Show my code' }).click(),
    leavesNothing: true,
    shows: showsText('Scan it with Rangeday'),
  },
  {
    name: 'code-scan',
    path: '/profile',
    as: 'member',
    act: async ({ page }) => {
      await page.evaluate(async () => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
        const context = canvas.getContext('2d');
        navigator.mediaDevices.getUserMedia = async () => {
          const stream = canvas.captureStream(10);
          context?.fillRect(0, 0, 640, 480);
          return stream;
        };
      });
      await page.getByRole('button', { name: 'Show my code' }).click();
      await page.getByRole('button', { name: 'Scan a code' }).click();
    },
    leavesNothing: true,
    shows: showsText('Hold the code of another member'),
  },
  {
    name: 'code-no-camera',
    path: '/profile',
    as: 'member',
    act: async ({ page }) => {
      await page.evaluate(() => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'));
      });
      await page.getByRole('button', { name: 'Show my code' }).click();
      await page.getByRole('button', { name: 'Scan a code' }).click();
    },
    leavesNothing: true,
    shows: showsText('This device has no camera.'),
  },
  {
    name: 'code-shared',
    path: '/user/marge_b',
    as: 'member',
    act: async ({ page }) => page.getByRole('button', { name: 'Share profile' }).click(),
    leavesNothing: true,
    shows: showsText('Scan a code'),
  },
  {
    name: 'code-unknown-member',
    route: '/user/$username',
    path: '/',
    as: 'member',
    goesOffline: true,
    async act({ page, goOffline }) {
      await firstPost(page);
      await goOffline();
      await page.goto('/user/never_seen?add=018f0000-0000-7000-8000-00000000000a');
    },
    shows: showsText('Their profile is not on this device yet.'),
  },
  {
    name: 'profile-friend',
    path: '/user/marge_b',
    as: 'member',
    isWhole: true,
    shows: showsText('Latest post'),
  },
  {
    name: 'profile-stranger',
    like: 'profile-friend',
    path: '/user/Pia_Marsh',
    as: 'member',
    shows: showsText('Joined'),
  },
  {
    name: 'profile-asks',
    like: 'profile-friend',
    path: '/user/benchrest_bo',
    as: 'member',
    before: requestFriends,
    leavesNothing: true,
    shows: showsText('Joined'),
  },
  {
    name: 'profile-long',
    like: 'profile-friend',
    path: '/user/wilhelmina_extraordinary.wolfe',
    world: 'crowded',
    as: 'member',
    shows: showsText('Joined'),
  },
  {
    name: 'profile-refused',
    like: 'profile-friend',
    path: '/user/mr_tibbets',
    as: 'newcomer',
    async before({ world }) {
      await world.backend?.query(
        `insert into public.blocks (user_id, blocked_id) select a.id, b.id from public.profiles a, public.profiles b
         where a.username = 'mr_tibbets' and b.username like 'user\\_%' on conflict do nothing`,
      );
    },
    async act({ page }) {
      await showsText('Joined')(page);
      await page.getByRole('button', { name: 'Add friend' }).click();
    },
    shows: showsText('This member cannot be sent a friend request.'),
  },
  { name: 'profile-official', like: 'profile-friend', path: '/user/rangeday', shows: showsText('Official account') },
  { name: 'profile-staff-view', like: 'profile-friend', path: '/user/old_kip', as: 'admin', shows: showsText('CEO') },
  {
    name: 'profile-share',
    path: '/user/marge_b',
    act: async ({ page }) => page.getByRole('button', { name: 'Share profile' }).click(),
    leavesNothing: true,
    shows: showsText('Copy link'),
  },
  {
    name: 'profile-requested-offline',
    like: 'profile-friend',
    path: '/user/wren_holloway',
    as: 'newcomer',
    goesOffline: true,
    async act({ page, goOffline }) {
      await showsText('Joined')(page);
      await goOffline();
      await page.getByRole('button', { name: 'Add friend' }).click();
    },
    shows: showsText('Queued'),
  },
  {
    name: 'profile-unfriend',
    like: 'profile-friend',
    path: '/user/marge_b',
    as: 'member',
    async act({ page }) {
      await showsText('Latest post')(page);
      await page.getByRole('button', { name: 'More actions for @marge_b' }).click();
      await page.getByRole('menuitem', { name: 'Unfriend' }).click();
    },
    shows: showsText('Stay friends'),
  },
  {
    name: 'profile-report',
    like: 'contact-incomplete',
    path: '/user/marge_b',
    as: 'member',
    async act({ page }) {
      await showsText('Latest post')(page);
      await page.getByRole('button', { name: 'More actions for @marge_b' }).click();
      await page.getByRole('menuitem', { name: 'Report @marge_b' }).click();
    },
    shows: async (page) => expect(page.getByRole('radio').first()).toBeAttached(),
  },
  {
    name: 'profile-loading',
    like: 'profile-missing',
    path: '/user/marge_b',
    before: blockDatabase,
    shows: showsText('Loading...'),
  },
  {
    name: 'profile-not-here',
    like: 'profile-missing',
    route: '/user/$username',
    path: '/',
    as: 'member',
    goesOffline: true,
    async act({ page, goOffline }) {
      await firstPost(page);
      await goOffline();
      await page.goto('/user/never_seen');
    },
    shows: showsText('Not on this device yet.'),
  },
  { name: 'profile-missing', path: '/user/no_such_member', shows: showsText('Profile not found.') },
];
