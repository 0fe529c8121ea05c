import { expect, type Page } from '@playwright/test';
import { requestFriends } from './profile-scenes.ts';
import { blockDatabase, showsText, type Scene } from './scene.ts';

/** The list with this name, after its note and its lines have moved for the last time. */
const showsWholeList = (name: string) => async (page: Page) => {
  await showsText(name)(page);
  await expect(page.getByText('Loading members...')).toBeHidden();
};

/** The list of members. */
export const MEMBER_SCENES: readonly Scene[] = [
  { name: 'members', path: '/members', as: 'member', shows: showsWholeList('@tully.sporting') },
  { name: 'users', like: 'members', path: '/users', shows: showsWholeList('@tully.sporting') },
  {
    name: 'members-crowded',
    like: 'members',
    path: '/members',
    world: 'crowded',
    shows: showsWholeList('@Wilhelmina_'),
  },
  {
    name: 'members-friends',
    like: 'members',
    path: '/members',
    as: 'member',
    before: requestFriends,
    goesOffline: true,
    async act({ page, goOffline }) {
      await showsText('@tully.sporting')(page);
      await goOffline();
      await page.getByRole('button', { name: 'Add @ferris_oakes as a friend' }).click();
    },
    shows: showsText('Queued'),
  },
  {
    name: 'members-loading',
    like: 'members',
    path: '/members',
    before: blockDatabase,
    shows: showsText('Loading members...'),
  },
  {
    name: 'members-offline-none',
    like: 'members',
    path: '/members',
    goesOffline: true,
    async act({ page, goOffline }) {
      await showsText('@tully.sporting')(page);
      await goOffline();
      await page.getByRole('searchbox', { name: 'Filter by name' }).fill('nobody-at-all');
    },
    shows: showsText('No match on this device.'),
  },
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
