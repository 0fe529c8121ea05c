import { readPostImages } from '#contract/post-images.ts';
import { withScreenOn } from '#data/device/screen-on.ts';
import { savesData, settingsStore } from '#data/device/settings.ts';
import { checkAhead } from '#data/range/ahead.ts';
import { isDue, PACK_MESSAGE } from '#data/range/due.ts';
import { changePacked, type Packed, readPacked } from '#data/range/packed.ts';
import { pack, stopPacking } from '#data/range/pack.ts';
import type { Replica } from '#data/replica/replica.ts';
import type { StreamRequest } from '#data/replica/streams.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import {
  AVATARS_SQL,
  COMMENT_PICTURES_SQL,
  FRIENDS_POSTS_SQL,
  PEOPLE_SQL,
  POST_PICTURES_SQL,
  THREADS_SQL,
} from './range-sql.ts';

export { stopPacking };

/** A picture that may be read without signal. */
export interface Wanted {
  url: string;
  /** Bytes, roughly, before it is here. */
  estimate: number;
}

/** Bytes of a pixel of a photo at the quality in which the app sends it, and of a picture of unknown size. */
const PIXEL = 0.16;
const UNKNOWN = 120_000;
const AVATAR = 12_000;

export const sized = (url: string, width?: number | null, height?: number | null): Wanted => ({
  url,
  estimate: width && height ? Math.round(width * height * PIXEL) : UNKNOWN,
});

/** All pictures in posts and comments on this device, and avatars, the most wanted first. */
export async function wantedPictures({ db }: Pick<Replica, 'db'>): Promise<Wanted[]> {
  const [posts, comments, avatars] = await Promise.all([
    db.getAll<{ images: string }>(POST_PICTURES_SQL),
    db.getAll<{ url: string; width: number | null; height: number | null }>(COMMENT_PICTURES_SQL),
    db.getAll<{ url: string }>(AVATARS_SQL),
  ]);
  const all = [
    ...avatars.map(({ url }) => ({ url, estimate: AVATAR })),
    ...posts.flatMap(({ images }) => readPostImages(images).map(({ url, width, height }) => sized(url, width, height))),
    ...comments.map(({ url, width, height }) => sized(url, width, height)),
  ];
  return [...new Map(all.map((wanted) => [wanted.url, wanted])).values()];
}

/** Messages per page of a thread's history, as in the database. */
const PAGE = 100;
/** Friends whose public posts are saved, too; their friends-only posts are synced anyway. */
const AUTHORS = 8;

async function streamsFor({ db, account, session }: Replica): Promise<StreamRequest[]> {
  if (session.kind === 'guest') return [];
  const people = await db.getAll<{ id: string; is_friend: number }>(PEOPLE_SQL, [account]);
  const threads = await db.getAll<Thread>(THREADS_SQL);
  const friends = people.filter(({ is_friend }) => is_friend === 1).slice(0, AUTHORS);
  return [
    ...people.map(({ id }) => ({ name: 'profile', parameters: { user_id: id } })),
    ...friends.map(({ id }) => ({ name: 'profile_posts', parameters: { user_id: id } })),
    ...threads.flatMap(historyOf),
  ];
}

interface Thread {
  id: string;
  message_count: number;
}

/** The newest page of a thread's messages, and the one before it if that has only a few. */
export function historyOf({ id, message_count }: Thread): StreamRequest[] {
  const last = Math.floor((message_count - 1) / PAGE);
  const pages = last > 0 && message_count - last * PAGE < PAGE / 2 ? [last, last - 1] : [last];
  return pages.map((page) => ({ name: 'thread_history', parameters: { user_id: id, page } }));
}

/** The comments of friends' public posts, which their profiles do not have. Only once the posts are here. */
async function commentsFor({ db, account, session }: Replica): Promise<StreamRequest[]> {
  if (session.kind === 'guest') return [];
  const posts = await db.getAll<{ id: string }>(FRIENDS_POSTS_SQL, [account]);
  return posts.map(({ id }) => ({ name: 'post_public', parameters: { post_id: id } }));
}

/** Saves what may be read without signal, at the member's wish: the screen stays on. Resolves when it has ended. */
export const packForRange = (megabytes: number): Promise<void> => withScreenOn(packQuietly(megabytes));

const packQuietly = (megabytes: number): Promise<void> =>
  pack({
    streams: [streamsFor, commentsFor],
    pictures: async (replica) => (await wantedPictures(replica)).map(({ url }) => url),
    most: megabytes * 1_000_000,
  });

interface Connection extends EventTarget {
  /** Only Chromium on phones reports it. */
  type?: string;
}

const connection = (): Connection | undefined => (navigator as Navigator & { connection?: Connection }).connection;

/** On Wi-Fi, or over any connection where the browser does not report its kind: the member has chosen day and size. */
const mayLoad = (): boolean => {
  const type = connection()?.type;
  return (type === undefined || type === 'wifi' || type === 'ethernet') && !savesData(settingsStore.get());
};

/** Packs if today or tomorrow is a chosen day and it was not done since yesterday. */
async function packWhenDue(): Promise<void> {
  const packed = await readPacked(accountOf(sessionStore.get()));
  await checkAhead(packed);
  if (isDue(packed, new Date()) && mayLoad()) await packQuietly(packed.megabytes);
}

/** Checks now, when the device joins a network, and when the app becomes visible: it may stay open for days. */
export function packAutomatically(): void {
  const look = () => void packWhenDue().catch((error: unknown) => console.debug('Range mode did not start.', error));
  connection()?.addEventListener('change', look);
  navigator.serviceWorker?.addEventListener('message', ({ data }) => data === PACK_MESSAGE && look());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
  look();
}

/** Changes how the member uses range mode on this device. */
export async function choosePacking(part: Partial<Packed>): Promise<void> {
  const account = accountOf(sessionStore.get());
  await changePacked(account, part);
  if (part.day !== undefined || part.weekdays) await checkAhead(await readPacked(account));
}
