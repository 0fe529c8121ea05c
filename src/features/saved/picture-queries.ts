import { readPostImages } from '#contract/post-images.ts';
import { syncState } from '#data/device/sync-state.ts';
import { savesData, settingsStore } from '#data/device/settings.ts';
import { holdSavedPictures } from '#data/range/saved-pictures.ts';
import { live } from '#data/replica/live.ts';
import { sessionStore } from '#data/session/session.ts';
import { deriveStore } from '#lib/store.ts';
import { SAVED_PICTURES_SQL } from './saved-sql.ts';

interface PictureRow {
  id: string;
  images: string | null;
  url: string | null;
}

const pictures = live<PictureRow, readonly string[]>({
  sql: SAVED_PICTURES_SQL,
  decode: ({ images, url }) => [
    ...(images ? readPostImages(images).map((image) => image.url) : []),
    ...(url ? [url] : []),
  ],
  // A comment or avatar alone is not worth a query per feed change: its picture comes with the next of these.
  tables: ['saved_posts', 'posts'],
});

/** Pictures to hold; null while the device cannot or should not load any. */
const wanted = deriveStore(
  [pictures, syncState, settingsStore, sessionStore],
  ({ rows, complete }, { phase }, settings, session) =>
    session.kind === 'member' && complete && phase === 'online' && !savesData(settings) ? rows : null,
);

/** Keeps the pictures of saved posts on this device from now on. */
export function downloadSavedPictures(): void {
  let done: unknown = null;
  let isRunning = false;
  const run = async () => {
    const rows = wanted.get();
    if (isRunning || rows === null || rows === done) return;
    isRunning = true;
    const isWhole = await holdSavedPictures([...new Set(rows.flat())]).catch(() => false);
    isRunning = false;
    // Missing ones are loaded with the next connection.
    if (isWhole) done = rows;
    if (wanted.get() !== rows) void run();
  };
  wanted.subscribe(() => void run());
  void run();
}
