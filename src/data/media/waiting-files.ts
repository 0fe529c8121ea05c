import { createStore } from '#lib/store.ts';

/** A post, comment or other row whose files are not all sent. */
export interface WaitingFiles {
  id: string;
  /** The member must decide. */
  isRefused: boolean;
}

/** Of the account that is open; `media-store.ts` sets it. */
export const waitingFiles = createStore<readonly WaitingFiles[]>([]);
