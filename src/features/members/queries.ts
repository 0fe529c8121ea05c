import {
  type DirectoryPage,
  type DirectoryPageRow,
  type ListedMember,
  type ListedMemberRow,
  toDirectoryPage,
  toListedMember,
} from '#contract/directory-rows.ts';
import { syncState } from '#data/device/sync-state.ts';
import { type Rows, useRows } from '#features/replica/use-rows.ts';
import { useStreams } from '#features/replica/use-streams.ts';
import { useStore } from '#lib/use-store.ts';

const INDEX_SQL = 'SELECT id, starts_at, size FROM directory_pages';

/** The pages of the members list, in no order. */
export function useDirectoryPages(): Rows<DirectoryPage> {
  const isSynced = useStreams([{ name: 'members_index', parameters: {} }]);
  return useRows<DirectoryPageRow, DirectoryPage>({ sql: INDEX_SQL, decode: toDirectoryPage, isSynced });
}

/**
 * Every member whose name is on this device, without those whom the reader has blocked. Only the members list has cities; author cards come with
 * posts and friends.
 */
const MEMBERS_SQL = `SELECT id, author, city, state, is_official, directory_page FROM profiles_public
  WHERE author ->> '$.username' IS NOT NULL AND id NOT IN (SELECT blocked_id FROM blocks)
  UNION ALL SELECT id, author, NULL, NULL, NULL, NULL FROM people
  WHERE author ->> '$.username' IS NOT NULL AND id NOT IN (SELECT id FROM profiles_public)
    AND id NOT IN (SELECT blocked_id FROM blocks)`;

/** @param isSynced the pages on screen have synced; the status may say so before their rows are here */
export const useHeldMembers = (isSynced: boolean): Rows<ListedMember> =>
  useRows<ListedMemberRow, ListedMember>({ sql: MEMBERS_SQL, decode: toListedMember, isSynced });

/**
 * Seconds for which a page stays after it was scrolled away. Shorter than for other streams: whoever scrolls through a hundred thousand
 * members opens hundreds of pages, and a device may have 1,000 buckets.
 */
const PAGE_TTL_SECONDS = 300;

/** Keeps a page of the list synced; true once it is complete. */
export const usePageStream = (page: number): boolean =>
  useStreams([{ name: 'members', parameters: { page } }], PAGE_TTL_SECONDS);

/** offline: the server cannot be reached; unavailable: no database can be opened. */
export function useReach(): 'online' | 'offline' | 'unavailable' | 'opening' {
  const { phase } = useStore(syncState);
  return phase === 'connecting' ? 'opening' : phase;
}
