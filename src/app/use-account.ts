import { accountOf } from '#data/session/session.ts';
import { useSession } from './use-session.ts';

/** The id of the member on this device, or `guest`. */
export const useAccount = (): string => accountOf(useSession());
