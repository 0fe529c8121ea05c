import { tagPacksKey } from '../device/account-keys.ts';
import { TAGS_CACHE } from '../device/image-cache.ts';
import { readKey, writeKey } from '../device/kv.ts';
import { createStore, type Store } from '#lib/store.ts';
import { replicaStore } from '../replica/replica.ts';
import { RANGE_TTL, SHORT_TTL } from '../replica/stream-ttl.ts';
import type { StreamRequest } from '../replica/streams.ts';
import type { PackedPictures } from './pack.ts';
import { deletePictures } from './packed.ts';

/** A tag whose posts were packed on this device. Its rows and pictures last as long as those of range mode. */
export interface TagPack {
  tag: string;
  /** When, in ms since 1970. */
  at: number;
  posts: number;
  comments: number;
  /** Of pictures. */
  bytes: number;
  /** Keys of the pictures in the cache. */
  pictures: readonly string[];
}

const changes = createStore(0);
/** Changes when a tag was packed or removed in this tab. */
export const tagPackChanges: Store<number> = changes;

/** Those that have not expired, the latest first. Deletes the pictures of others. */
export async function readTagPacks(account: string): Promise<TagPack[]> {
  const stored = (await readKey<TagPack[]>(tagPacksKey(account)).catch(() => undefined)) ?? [];
  const hasPictures = (await globalThis.caches?.has(TAGS_CACHE).catch(() => false)) ?? false;
  const isThere = ({ at, pictures }: TagPack) =>
    Date.now() - at < RANGE_TTL * 1000 && (hasPictures || pictures.length === 0);
  const kept = stored.filter(isThere);
  if (kept.length < stored.length) await write(account, kept);
  return kept;
}

/** Not atomic: one run at a time, and the member's taps. */
async function write(account: string, packs: readonly TagPack[]): Promise<void> {
  await writeKey(tagPacksKey(account), packs);
  const needed = new Set(packs.flatMap(({ pictures }) => pictures));
  await deletePictures(TAGS_CACHE, (key) => !needed.has(key));
  changes.set(changes.get() + 1);
}

export async function noteTagPack(
  account: string,
  pack: Pick<TagPack, 'tag' | 'posts' | 'comments'>,
  { keys, bytes }: PackedPictures,
): Promise<void> {
  const others = (await readTagPacks(account)).filter(({ tag }) => tag !== pack.tag);
  await write(account, [{ ...pack, at: Date.now(), bytes, pictures: [...keys] }, ...others]);
}

/** Removes its pictures at once. Its rows stay as long as those of any screen. */
export async function dropTagPack(account: string, tag: string, streams: readonly StreamRequest[]): Promise<void> {
  const packs = await readTagPacks(account);
  await write(
    account,
    packs.filter((pack) => pack.tag !== tag),
  );
  const db = replicaStore.get()?.db;
  for (const { name, parameters } of db ? streams : [])
    (await db?.syncStream(name, parameters).subscribe({ ttl: SHORT_TTL }))?.unsubscribe();
}
