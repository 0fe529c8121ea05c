import { live } from '#data/replica/live.ts';
import { accountOf } from '#data/session/session.ts';
import { useStore } from '#lib/use-store.ts';

const standing = live<{ id: string; is_muted: number | null }, boolean>({
  sql: 'SELECT id, is_muted FROM my_profile WHERE id = ?',
  params: (session) => [accountOf(session)],
  decode: ({ is_muted }) => is_muted === 1,
});

/** Whether staff have muted the member; false until that has synced. */
export const useIsMuted = (): boolean => useStore(standing).rows[0] ?? false;
