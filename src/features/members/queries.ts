import {
  type DirectoryPage,
  type DirectoryPageRow,
  type ListedMember,
  type ListedMemberRow,
  toDirectoryPage,
  toListedMember,
} from '#contract/directory-rows.ts';
import { type Live, useLive } from '#features/replica/use-live.ts';

const INDEX_SQL = 'SELECT id, starts_at, size FROM directory_pages';

const INDEX = [{ name: 'members_index', parameters: {} }];

/** The pages of the members list, in no order. */
export function useDirectoryPages(): Live<DirectoryPage> {
  return useLive<DirectoryPageRow, DirectoryPage>({ sql: INDEX_SQL, decode: toDirectoryPage, sources: INDEX });
}

/** Every member known here, without blocked ones. Cities come with the members list, author cards with posts. */
const MEMBERS_SQL = `SELECT id, author, city, state, is_official, directory_page FROM profiles_public
  WHERE author ->> '$.username' IS NOT NULL AND id NOT IN (SELECT blocked_id FROM blocks)
  UNION ALL SELECT id, author, NULL, NULL, NULL, NULL FROM people
  WHERE author ->> '$.username' IS NOT NULL AND id NOT IN (SELECT id FROM profiles_public)
    AND id NOT IN (SELECT blocked_id FROM blocks)`;

/** @param pages of the list that are kept synced */
export const useLocalMembers = (pages: readonly number[]): Live<ListedMember> =>
  useLive<ListedMemberRow, ListedMember>({
    sql: MEMBERS_SQL,
    decode: toListedMember,
    sources: pages.map((page) => ({ name: 'members', parameters: { page } })),
  });
