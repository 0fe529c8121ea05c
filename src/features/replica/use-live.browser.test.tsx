import { flushSync } from 'react-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { closeReplica } from '#data/connection/lifecycle.ts';
import { syncState, updateSyncState } from '#data/device/sync-state.ts';
import { openedReplica, replicaStore, setReplicaOpener } from '#data/replica/replica.ts';
import { showRow } from '#data/replica/powersync-tables.ts';
import { adoptSession, GUEST } from '#data/session/session.ts';
import { createStore, whenStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';
import { render } from '#ui/testing/render.tsx';
import { useLive } from './use-live.ts';

setReplicaOpener(() => import('#data/connection/lifecycle.ts'));

interface TagRow {
  id: string;
  tag: string;
}
const decode = vi.fn(({ tag }: TagRow) => tag);
const SQL = 'SELECT id, tag FROM tags ORDER BY id';

function Tags({ sql }: { sql: string }) {
  const { rows, ready, missing } = useLive<TagRow, string>({ sql, decode });
  return <output aria-label="tags" title={missing}>{`${ready ? 'ready' : 'loading'} [${rows.join(' ')}]`}</output>;
}
const screen = (sql = SQL) => <Tags sql={sql} />;
const shown = () => expect.element(page.getByLabelText('tags'));

let account: string;
const open = async () => {
  const replica = await openedReplica();
  if (!replica) throw new Error('No database was opened.');
  return replica.db;
};
/** Writes like the stream, without an entry in the queue. */
const store = async (id: string, tag: string) => showRow(await open(), 'tags', id, { tag });

beforeEach(() => {
  decode.mockClear();
  updateSyncState({ phase: 'opening', updatedAt: null, synced: false });
  account = crypto.randomUUID();
  adoptSession({ kind: 'member', userId: account, email: 'a@example.test', username: 'alice' });
});
afterEach(async () => {
  await closeReplica({ wipe: true });
  adoptSession(GUEST);
});

test('rows are shown when the database opens and after each change, and only changed rows are decoded', async () => {
  await render(screen());
  await shown().toHaveTextContent('loading []');
  await open();
  await shown().toHaveTextContent('ready []');
  await store('1', 'zero');
  await shown().toHaveTextContent('ready [zero]');
  await store('2', 'brass');
  await shown().toHaveTextContent('ready [zero brass]');
  expect(decode.mock.calls.map(([{ tag }]) => tag)).toEqual(['zero', 'brass']);
  await store('1', 'one');
  await shown().toHaveTextContent('ready [one brass]');
  await showRow(await open(), 'tags', '2', null);
  await shown().toHaveTextContent('ready [one]');
  expect(decode).toHaveBeenCalledTimes(3);
});

test('a second visit starts with the rows of the first one', async () => {
  await store('1', 'zero');
  const first = await render(screen());
  await shown().toHaveTextContent('ready [zero]');
  first.remove();
  const frames: (string | null)[] = [];
  const observer = new MutationObserver(() => {
    const text = document.querySelector('[aria-label="tags"]')?.textContent;
    if (text) frames.push(text);
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  await render(screen());
  await shown().toHaveTextContent('ready [zero]');
  observer.disconnect();
  expect(frames[0]).toMatch(/\[zero\]$/);
});

test('a failed query does not count as an empty result, and the screen stays', async () => {
  const debug = vi.spyOn(console, 'debug').mockImplementation(() => {});
  await open();
  await render(screen('SELECT id, tag FROM nowhere'));
  await vi.waitFor(() => expect(debug).toHaveBeenCalledWith('A watched query failed.', expect.anything()));
  await shown().toHaveTextContent('loading []');
  debug.mockRestore();
});

test('an unmounted screen runs no more queries', async () => {
  await store('1', 'zero');
  const { db } = replicaStore.get()!;
  const isShown = createStore(true);
  function Screen() {
    return useStore(isShown) && screen();
  }
  await render(<Screen />);
  await shown().toHaveTextContent('ready [zero]');
  isShown.set(false);
  await shown().not.toBeInTheDocument();
  // Cast: what `watch` calls for each run of its query is protected.
  const run = vi.spyOn(db as unknown as { executeReadOnly(sql: string): unknown }, 'executeReadOnly');
  const seen = Promise.withResolvers<void>();
  // A separate watch reports when the write has reached the listeners.
  const ending = new AbortController();
  db.watch(
    'SELECT tag FROM tags WHERE id = ?',
    ['2'],
    { onResult: ({ array }) => array.length > 0 && seen.resolve() },
    { signal: ending.signal },
  );
  await store('2', 'brass');
  await seen.promise;
  ending.abort();
  expect(run.mock.calls.map(([sql]) => sql)).not.toContain(SQL);
  expect(decode).toHaveBeenCalledTimes(1);
});

test('after a change of account only the new account’s rows are shown', async () => {
  await store('1', 'zero');
  await render(screen());
  await shown().toHaveTextContent('ready [zero]');
  adoptSession(GUEST);
  await whenStore(replicaStore, (replica) => replica?.account === 'guest');
  await shown().toHaveTextContent('ready []');
});

test('two components with the same query share one watch, and the page stays the same when the database opens', async () => {
  await render(
    <>
      <Tags sql={SQL} />
      <Tags sql={SQL} />
    </>,
  );
  const [before] = page.getByLabelText('tags').elements();
  const db = await open();
  // Cast: what `watch` calls for each run of its query is protected.
  const run = vi.spyOn(db as unknown as { executeReadOnly(sql: string): unknown }, 'executeReadOnly');
  await store('1', 'zero');
  const texts = () =>
    page
      .getByLabelText('tags')
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(texts).toEqual(['ready [zero]', 'ready [zero]']);
  expect(page.getByLabelText('tags').elements()[0]).toBe(before);
  await store('2', 'brass');
  await expect.poll(texts).toEqual(['ready [zero brass]', 'ready [zero brass]']);
  expect(run.mock.calls.filter(([sql]) => sql === SQL).length).toBeLessThanOrEqual(3);
  expect(decode).toHaveBeenCalledTimes(2);
});

test('what is missing is not called offline before the database has answered; a server that answers says that it is gone', async () => {
  updateSyncState({ phase: 'offline' });
  const seen: string[] = [];
  const observer = new MutationObserver(() => {
    const tags = document.querySelector('[aria-label="tags"]');
    if (tags) seen.push(`${tags.textContent} ${tags.getAttribute('title')}`);
  });
  await open();
  await expect.poll(() => syncState.get().phase).toBe('offline');
  observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  await render(screen());
  await expect.element(page.getByLabelText('tags')).toHaveAttribute('title', 'offline');
  observer.disconnect();
  expect(seen).not.toContain('loading [] offline');
  await vi.waitFor(() => {
    // Without a server the connection reports that it is offline, again and again.
    flushSync(() => updateSyncState({ phase: 'online', synced: true }));
    expect(page.getByLabelText('tags').element().getAttribute('title')).toBe('gone');
  });
});
