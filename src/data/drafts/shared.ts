import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';
import { makeRoom } from '../device/image-cache.ts';

/*
 * What other apps shared with Rangeday, until the composer has taken it into a draft. In its own database, because the
 * service worker writes it and does not load Dexie.
 */

export interface SharedFile {
  name: string;
  type: string;
  /** Bytes instead of a Blob: WebKit has failed to store Blobs (dexie#1227). */
  bytes: ArrayBuffer;
}

export interface Shared {
  /** Of the draft, too: a share that is taken twice, because the app was closed in between, is one draft. */
  id: string;
  /** The member who was logged in; null: the next one who opens the composer. */
  member: string | null;
  title: string;
  text: string;
  files: SharedFile[];
  /** Milliseconds since 1970. */
  at: number;
}

/** Without a member, nobody may ever open them: more are refused, because none that waits may be dropped. */
const MAX_WITHOUT_MEMBER = 10;

let opened: UseStore | undefined;
const store = (): UseStore => (opened ??= createStore('rangeday-shared', 'shared'));

/** Rejects if it cannot be stored, also after cached pictures were deleted, or if too many wait for a member. */
export async function storeShared(shared: Shared): Promise<void> {
  if (shared.member === null && (await countWithoutMember()) >= MAX_WITHOUT_MEMBER) throw new Error('Too many shares');
  const put = () =>
    store()('readwrite', (values) => {
      values.put(shared, shared.id);
      return promisifyRequest(values.transaction);
    });
  await put().catch(async (error: unknown) => {
    if (await makeRoom()) return put();
    throw error;
  });
}

const countWithoutMember = async (): Promise<number> =>
  (await readShared('')).filter((shared) => shared.member === null).length;

/** What this member, or nobody in particular, has shared, newest first. None if it cannot be read. */
export async function readShared(member: string): Promise<Shared[]> {
  try {
    const all = await store()('readonly', (values) => promisifyRequest<Shared[]>(values.getAll()));
    return all
      .filter((shared) => shared.member === null || shared.member === member)
      .toSorted((one, other) => other.at - one.at);
  } catch {
    return [];
  }
}

export async function removeShared(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  try {
    await store()('readwrite', (values) => {
      for (const id of ids) values.delete(id);
      return promisifyRequest(values.transaction);
    });
  } catch {
    // Without storage there is nothing to remove.
  }
}

const ownShared = async (member: string): Promise<Shared[]> =>
  (await readShared(member)).filter((shared) => shared.member === member);

/** How many times this member has shared something and not opened it yet, and its size in bytes. */
export async function measureShared(member: string): Promise<{ count: number; bytes: number }> {
  const own = await ownShared(member);
  const sizeOf = ({ title, text, files }: Shared) =>
    new Blob([title, text]).size + files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  return { count: own.length, bytes: own.reduce((sum, shared) => sum + sizeOf(shared), 0) };
}

/** Deletes what this member has shared and not opened yet. */
export const dropShared = async (member: string): Promise<void> =>
  removeShared((await ownShared(member)).map(({ id }) => id));
