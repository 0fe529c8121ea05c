import { showsText, type Scene } from './scene.ts';

/** The list of members. */
export const MEMBER_SCENES: readonly Scene[] = [
  { name: 'members', path: '/members', as: 'member', shows: showsText('@tully.sporting') },
  { name: 'users', like: 'members', path: '/users', shows: showsText('@tully.sporting') },
  { name: 'members-crowded', like: 'members', path: '/members', world: 'crowded', shows: showsText('@Wilhelmina_') },
  {
    name: 'members-offline',
    like: 'members',
    path: '/members',
    as: 'member',
    goesOffline: true,
    act: async ({ page, goOffline }) => {
      await showsText('@tully.sporting')(page);
      await goOffline();
    },
    shows: showsText('held on this device.'),
  },
  {
    name: 'members-none',
    like: 'members',
    path: '/members',
    leavesNothing: true,
    act: async ({ page }) => page.getByRole('searchbox', { name: 'Filter by name' }).fill('nobody-at-all'),
    shows: showsText('No users found.'),
  },
];
