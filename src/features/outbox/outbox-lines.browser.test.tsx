import '#ui/testing/house-styles.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#ui/testing/render.tsx';
import { DueList } from './due-list.tsx';
import { OutboxList } from './outbox-list.tsx';
import type { DuePost } from './due-queries.ts';
import type { StoredAction } from './queries.ts';

const now = '2026-11-21T10:00:00Z';
// Casts: what these lists show of a post and of an action.
const post = { id: 'p', draft: 'd', title: 'Zeroed', pictures: [], submitted_at: now } as unknown as DuePost;
const votes = Array.from(
  { length: 40 },
  (_, index) =>
    ({
      ...{ action_id: `v${index}`, entity_id: `p${index}`, kind: 'vote', label: 'up', state: 'queued', bytes: 1 },
      ...{ created_at: now, attempts: 0, uncertain: 0, blocked_by: null, ops: [] },
    }) as unknown as StoredAction,
);
const act = { onRetry: () => {}, onEdit: () => {}, onDiscard: () => {} };

test.each([
  ['a post that is being prepared', <DueList key="due" posts={[post]} />],
  ['a group of votes', <OutboxList key="votes" items={votes} holding={false} {...act} />],
])('%s has its sign in the margin, beside its words', async (_, list) => {
  await page.viewport(360, 700);
  const host = await render(list);
  const [margin, column] = host.querySelector('li')!.children;
  expect(margin!.getBoundingClientRect().right).toBeLessThanOrEqual(60);
  expect(column!.getBoundingClientRect().left).toBeGreaterThanOrEqual(margin!.getBoundingClientRect().right);
  expect(column!.getBoundingClientRect().top).toBe(margin!.getBoundingClientRect().top);
});
