import { NoteReadingPlace, type ReadingPlace } from '#contract/reading-place.ts';
import { readingPlaceKey } from '#data/device/account-keys.ts';
import { readKey, writeKey } from '#data/device/kv.ts';
import { syncState } from '#data/device/sync-state.ts';
import { defineMutation } from '#data/outbox/mutation.ts';
import { insertRow, updateRow } from '#data/outbox/write.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';

/**
 * Stores the member's place for their other devices. Not shown among what is unsent, and not written while the last one
 * waits.
 */
export const noteReadingPlace = defineMutation(
  NoteReadingPlace,
  { serialize: () => 'reading place' },
  async ({ db, userId }, { postId, postAt }) => {
    const unsent = await db.getOptional(`SELECT id FROM outbox WHERE kind = 'read' AND entity_id = ?`, [userId]);
    const row = await db.getOptional<{ post_id: string }>('SELECT post_id FROM reading_places WHERE id = ?', [userId]);
    if (unsent || row?.post_id === postId) return { ok: true, id: userId };
    const place = { post_id: postId, post_at: postAt };
    return {
      kind: 'read',
      entity_id: userId,
      write: async (tx, _metadata) => {
        if (row) await updateRow(tx, 'reading_places', userId, { ...place, _metadata });
        else
          await insertRow(tx, 'reading_places', { id: userId, ...place, read_at: new Date().toISOString(), _metadata });
      },
    };
  },
);

/** What this device remembers for an account. */
export interface OwnPlace {
  last?: ReadingPlace;
  /** The post that this device has last written for the others. */
  sent?: string;
  /** The `readAt` of the place that was put away. */
  done?: string;
}

export const readOwnPlace = async (account: string): Promise<OwnPlace> =>
  (await readKey<OwnPlace>(readingPlaceKey(account)).catch(() => undefined)) ?? {};

const changeOwnPlace = async (account: string, part: OwnPlace): Promise<void> =>
  void (await writeKey(readingPlaceKey(account), { ...(await readOwnPlace(account)), ...part }));

/** Between two writes to the server, in ms: the place goes only over a connection that is open anyway. */
const PAUSE_MS = 60_000;
const PAUSE_WHEN_LEFT_MS = 5000;

let lastSent = -Infinity;

/**
 * Remembers what is read on this device, and for the member's others, at most once a minute and never while offline.
 * `isLeft`: the page is hidden.
 */
export async function noteReading(postId: string, postAt: string, isLeft: boolean): Promise<void> {
  const session = sessionStore.get();
  await changeOwnPlace(accountOf(session), { last: { postId, postAt, readAt: new Date().toISOString() } });
  const pause = isLeft ? PAUSE_WHEN_LEFT_MS : PAUSE_MS;
  if (session.kind === 'guest' || syncState.get().phase !== 'online' || performance.now() - lastSent < pause) return;
  lastSent = performance.now();
  await changeOwnPlace(session.userId, { sent: postId });
  await noteReadingPlace({ postId, postAt }, { account: session.userId });
}

/** The offer to continue at this place does not come again. */
export const putAway = ({ readAt }: ReadingPlace): Promise<void> =>
  changeOwnPlace(accountOf(sessionStore.get()), { done: readAt });
