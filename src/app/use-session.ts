import { sessionStore, type Session } from '#data/session/session.ts';
import { useStore } from '#lib/use-store.ts';

export const useSession = (): Session => useStore(sessionStore);
