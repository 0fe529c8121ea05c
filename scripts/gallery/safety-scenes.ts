import type { Page } from '@playwright/test';

import { expect } from '../../tests/support/member.ts';
import { postCalled } from './post-scenes.ts';
import { showsText, type Scene, type Stage } from './scene.ts';

/** The newcomers of these scenes block one member and mute two. */
async function listMembers({ world }: Stage): Promise<void> {
  for (const [list, column, names] of [
    ['blocks', 'blocked_id', ['pia_marsh']],
    ['mutes', 'muted_id', ['mr_tibbets', 'ferris_oakes']],
  ] as const)
    await world.backend?.query(
      `insert into public.${list} (user_id, ${column}) select a.id, b.id from public.profiles a, public.profiles b
       where a.username like 'user\\_%' and b.username = any ($1) on conflict do nothing`,
      [names],
    );
}

const POST = '/posts/$postId';

const openReport = async ({ page }: Stage): Promise<void> => {
  await page.getByRole('button', { name: 'More actions for this post' }).click();
  await page.getByRole('menuitem', { name: 'Report this post' }).click();
};

const reasons = (page: Page): Promise<void> => expect(page.getByRole('radio').first()).toBeAttached();

/** Blocking, muting and reporting. */
export const SAFETY_SCENES: readonly Scene[] = [
  {
    name: 'settings-blocked',
    like: 'settings-sessions',
    path: '/settings',
    as: 'newcomer',
    before: listMembers,
    isWhole: true,
    shows: showsText('@mr_tibbets'),
  },
  {
    name: 'profile-blocked',
    like: 'profile-friend',
    route: '/user/$username',
    path: '/user/pia_marsh',
    as: 'newcomer',
    before: listMembers,
    shows: showsText('You blocked @pia_marsh.'),
  },
  {
    name: 'profile-muted',
    like: 'profile-friend',
    route: '/user/$username',
    path: '/user/mr_tibbets',
    as: 'newcomer',
    before: listMembers,
    async act({ page }) {
      await showsText('Joined')(page);
      await page.getByRole('button', { name: 'More actions for @mr_tibbets' }).click();
    },
    shows: showsText('Unmute'),
  },
  {
    name: 'post-blocked-comment',
    like: 'post-member',
    route: POST,
    path: postCalled('Fog lifted at nine'),
    as: 'newcomer',
    before: listMembers,
    isWhole: true,
    shows: showsText('Comment from a blocked member'),
  },
  {
    name: 'block',
    like: 'components-dialog',
    route: POST,
    path: postCalled('Spare socks'),
    as: 'newcomer',
    async act({ page }) {
      await page.getByRole('button', { name: 'More actions for this post' }).click();
      await page.getByRole('menuitem', { name: /^Block @/ }).click();
    },
    shows: showsText('You will not see their posts and comments.'),
  },
  {
    name: 'report',
    like: 'contact-incomplete',
    route: POST,
    path: postCalled('Spare socks'),
    as: 'newcomer',
    async act(stage) {
      await openReport(stage);
      await stage.page.getByLabel('Danger to a child').check();
    },
    shows: reasons,
  },
  {
    name: 'report-sent',
    like: 'contact-incomplete',
    route: POST,
    path: postCalled('Spare socks'),
    as: 'newcomer',
    async act(stage) {
      await openReport(stage);
      await stage.page.getByLabel('Spam or advertising').check();
      await stage.page.getByRole('button', { name: 'Send report' }).click();
    },
    shows: showsText('Thank you for the report'),
  },
];
