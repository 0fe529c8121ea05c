import { flushSync } from 'react-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { closeReplica } from '#data/connection/lifecycle.ts';
import { updateSyncState } from '#data/device/sync-state.ts';
import { searchMembers } from '#data/remote/search.ts';
import { showRow } from '#data/replica/powersync-tables.ts';
import { openedReplica, setReplicaOpener } from '#data/replica/replica.ts';
import { adoptSession, GUEST } from '#data/session/session.ts';
import { render } from '#ui/testing/render.tsx';
import { useMemberSearch } from './recipient-queries.ts';

setReplicaOpener(() => import('#data/connection/lifecycle.ts'));
vi.mock('#data/remote/search.ts', () => ({ searchMembers: vi.fn() }));

function Found() {
  const { recipients, state } = useMemberSearch('pe');
  return (
    <output aria-label="found" title={state}>
      {recipients.map(({ author }) => author.username).join(' ')}
    </output>
  );
}

beforeEach(() =>
  adoptSession({ kind: 'member', userId: crypto.randomUUID(), email: 'a@example.test', username: 'ann' }),
);
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

test('a server that fails and a session that has ended are not told as being offline; control: without a connection', async () => {
  await openedReplica();
  vi.mocked(searchMembers).mockResolvedValue(null);
  await render(<Found />);
  const shows = (phase: 'online' | 'offline', state: string, signInNeeded = false) =>
    vi.waitFor(() => {
      // Without a server the connection reports that it is offline, again and again.
      flushSync(() => updateSyncState({ phase, signInNeeded, synced: true }));
      expect(page.getByLabelText('found').element().getAttribute('title')).toBe(state);
    });
  await shows('online', 'failed');
  await shows('offline', 'failed', true);
  await shows('offline', 'offline');
});
