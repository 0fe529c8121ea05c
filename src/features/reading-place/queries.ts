import { useEffect, useState } from 'react';
import { type ReadingPlace, type ReadingPlaceRow, toReadingPlace } from '#contract/reading-place.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { mainFeed } from '#features/feed/main-queries.ts';
import { useLive } from '#features/replica/use-live.ts';
import { useStore } from '#lib/use-store.ts';
import { type OwnPlace, readOwnPlace } from './mutations.ts';

const PLACE_SQL = 'SELECT id, post_id, post_at, read_at FROM reading_places WHERE id = ?1';

/** A start within this time is at the place anyway. */
const DAY_MS = 86_400_000;
/** The reader sees that many posts without the offer. */
const AT_TOP = 5;

/** The place to offer: another device's, or this one's of an earlier day. Null: none. */
export function offerOf(row: ReadingPlace | null, { last, sent, done }: OwnPlace, now: number): ReadingPlace | null {
  const isOwn = !row || row.postId === sent;
  // What this device has written may be a minute older.
  const place = isOwn ? last : row;
  if (!place || place.readAt === done) return null;
  return isOwn && now - Date.parse(place.readAt) < DAY_MS ? null : place;
}

export function useOffer(): ReadingPlace | null {
  const account = accountOf(useStore(sessionStore));
  const { rows } = useLive<ReadingPlaceRow, ReadingPlace | null>({
    sql: PLACE_SQL,
    parameters: [account],
    decode: toReadingPlace,
  });
  const row = rows[0] ?? null;
  const [own, setOwn] = useState<{ account: string; value: OwnPlace } | null>(null);
  // Again with each row: this device may have written it.
  useEffect(() => {
    let isGone = false;
    void readOwnPlace(account).then((value) => isGone || setOwn({ account, value }));
    return () => {
      isGone = true;
    };
  }, [account, row]);
  const [now] = useState(Date.now);
  const { posts } = useStore(mainFeed);
  if (own?.account !== account) return null;
  const place = offerOf(row, own.value, now);
  const index = place ? posts.findIndex(({ id }) => id === place.postId) : -1;
  return index >= 0 && index < AT_TOP ? null : place;
}
