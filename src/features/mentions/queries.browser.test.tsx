import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type * as StatusStore from '#data/device/sync-state.ts';
import { OPENING, syncState } from '#data/device/sync-state.ts';
import { closeReplica } from '#data/connection/lifecycle.ts';
import { searchMembers } from '#data/remote/search.ts';
import { showRow } from '#data/replica/powersync-tables.ts';
import { openedReplica, setReplicaOpener } from '#data/replica/replica.ts';
import { adoptSession, GUEST } from '#data/session/session.ts';
import { render } from '#ui/testing/render.tsx';
import { useMemberSearch } from './queries.ts';

setReplicaOpener(() => import('#data/connection/lifecycle.ts'));
vi.mock('#data/device/sync-state.ts', async (original) => {
  const { createStore } = await import('#lib/store.ts');
  const module = await original<typeof StatusStore>();
  return { ...module, syncState: createStore({ ...module.OPENING, phase: 'online', synced: true }) };
});
vi.mock('#data/remote/search.ts', () => ({ searchMembers: vi.fn() }));

function Found() {
  const [prefix, setPrefix] = useState('pe');
  const { members, isSearching } = useMemberSearch(prefix);
  return (
    <>
      <output aria-label="found" aria-busy={isSearching}>
        {members.map(({ author }) => author.username).join(' ')}
      </output>
      <button type="button" onClick={() => setPrefix('pet')}>
        One more letter
      </button>
    </>
  );
}

let me: string;
beforeEach(() => {
  me = crypto.randomUUID();
  adoptSession({ kind: 'member', userId: me, email: 'a@example.test', username: 'ann' });
});
afterEach(async () => {
  await closeReplica({ wipe: true });
  adoptSession(GUEST);
});

test('a member whose block has not been sent is not among those that the server finds', async () => {
  const replica = await openedReplica();
  if (!replica) throw new Error('No database was opened.');
  await showRow(replica.db, 'blocks', 'one', { blocked_id: 'pest' });
  vi.mocked(searchMembers).mockResolvedValue([
    { id: 'pest', author: { username: 'pest' } },
    { id: 'peter', author: { username: 'peter' } },
  ]);
  await render(<Found />);
  await expect.poll(() => page.getByLabelText('found').query()?.textContent).toBe('peter');
});

test('of six known members five are found, friends first, and none of the server in place of one', async () => {
  const replica = await openedReplica();
  if (!replica) throw new Error('No database was opened.');
  for (const n of [1, 2, 3, 4, 5, 6])
    await showRow(replica.db, 'people', `id${n}`, { author: JSON.stringify({ username: `pete${n}` }) });
  await showRow(replica.db, 'friends', 'f', { user_id: me, friend_id: 'id6', status: 'accepted' });
  vi.mocked(searchMembers).mockResolvedValue([{ id: 'peter', author: { username: 'peter' } }]);
  await render(<Found />);
  const shown = () => page.getByLabelText('found').query()?.textContent ?? '';
  await expect.poll(() => shown()).toBe('pete6 pete1 pete2 pete3 pete4');
  await expect.element(page.getByLabelText('found')).toHaveAttribute('aria-busy', 'false');
  expect(shown()).toBe('pete6 pete1 pete2 pete3 pete4');
});

test('a search that the server fails leaves the members that were found; those of another name go', async () => {
  const replica = await openedReplica();
  if (!replica) throw new Error('No database was opened.');
  // The start of the account has reset it.
  syncState.set({ ...OPENING, phase: 'online', synced: true });
  await showRow(replica.db, 'people', 'id1', { author: JSON.stringify({ username: 'pete1' }) });
  const found = ['peter', 'petra', 'pest'].map((username) => ({ id: username, author: { username } }));
  vi.mocked(searchMembers).mockImplementation(async (prefix) => (prefix === 'pe' ? found : null));
  await render(<Found />);
  const shown = () => page.getByLabelText('found').query()?.textContent ?? '';
  await expect.poll(shown).toBe('pete1 peter petra pest');
  await page.getByRole('button', { name: 'One more letter' }).click();
  await expect.poll(() => vi.mocked(searchMembers).mock.lastCall?.[0]).toBe('pet');
  await expect.element(page.getByLabelText('found')).toHaveAttribute('aria-busy', 'false');
  expect(shown()).toBe('pete1 peter petra');
});
