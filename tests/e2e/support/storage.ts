import { expect, type CDPSession, type Page } from '@playwright/test';

/** Opens a document of the app's origin without the app, to access its storage. */
export const leaveApp = (page: Page): Promise<unknown> => page.goto('/powersync/probes/liveness');

/** A DevTools session of this page. */
export const devtools = (page: Page): Promise<CDPSession> => page.context().newCDPSession(page);

/** Sets the storage quota to one byte, as on a full disk. Returns a function that restores it. */
export async function fillDisk(page: Page): Promise<() => Promise<void>> {
  const session = await devtools(page);
  const { origin } = new URL(page.url());
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  return async () => {
    await session.send('Storage.overrideQuotaForOrigin', { origin });
    await session.detach();
  };
}

/** Deletes the site's storage, or one kind of it, as browsers do when they need space. */
export async function evict(page: Page, storageTypes: 'all' | 'file_systems' | 'indexeddb'): Promise<void> {
  const session = await devtools(page);
  await session.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes });
  await session.detach();
}

/** Overwrites the beginning of every database file, as a torn write may. */
export async function damageDatabases(page: Page): Promise<number> {
  const names = await page.evaluate(async () => {
    const found: string[] = [];
    for await (const name of (await navigator.storage.getDirectory()).keys())
      if (name.endsWith('.db')) found.push(name);
    return found;
  });
  for (const name of names) await putDatabase(page, name, Buffer.alloc(4096, 0x5a), { keep: true });
  return names.length;
}

/** Writes a database file while the app is closed; with `keep` only its beginning. */
export const putDatabase = (page: Page, name: string, bytes: Buffer, { keep = false } = {}): Promise<void> =>
  page.evaluate(
    async ([file, text, keepExistingData]) => {
      const data = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const handle = await (await navigator.storage.getDirectory()).getFileHandle(file, { create: true });
      for (;;) {
        try {
          const writable = await handle.createWritable({ keepExistingData });
          await writable.write({ type: 'write', position: 0, data });
          return await writable.close();
        } catch (error) {
          if ((error as DOMException).name !== 'NoModificationAllowedError') throw error;
          // oxlint-disable-next-line rangeday/no-sleep -- the app's ending worker still locks the file, and no event reports when it is free
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      }
    },
    [name, bytes.toString('base64'), keep] as const,
  );

/** Places where a page of this origin can still read one of the words: databases, files, caches. */
export const findTraces = (page: Page, words: readonly string[]): Promise<string[]> =>
  page.evaluate(async (wanted) => {
    const traces: string[] = [];
    const look = (where: string, text: string) => {
      for (const word of wanted) if (text.includes(word)) traces.push(`${word} in ${where}`);
    };

    for (const { name } of await indexedDB.databases()) {
      if (!name) continue;
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const open = indexedDB.open(name);
        open.onsuccess = () => resolve(open.result);
        open.onerror = () => reject(open.error!);
      });
      look('the name of a database', name);
      for (const store of database.objectStoreNames) {
        const { keys, values } = await new Promise<{ keys: unknown; values: unknown }>((resolve) => {
          const read = database.transaction(store).objectStore(store);
          const [allKeys, allValues] = [read.getAllKeys(), read.getAll()];
          read.transaction.oncomplete = () => resolve({ keys: allKeys.result, values: allValues.result });
        });
        look(`${name}/${store}`, JSON.stringify([keys, values]));
      }
      database.close();
    }

    // Files may be deleted meanwhile, such as temporary files of an ending worker.
    const ignoreDeleted = (error: DOMException) => {
      if (error.name !== 'NotFoundError') throw error;
    };
    // A file that was written between the two steps cannot be read: try again.
    const read = (handle: FileSystemFileHandle): Promise<ArrayBuffer> =>
      handle
        .getFile()
        .then((file) => file.arrayBuffer())
        .catch((error: DOMException) => (error.name === 'NotReadableError' ? read(handle) : Promise.reject(error)));
    const searchFolder = async (directory: FileSystemDirectoryHandle): Promise<void> => {
      for await (const [name, handle] of directory.entries()) {
        look('the name of a file', name);
        if (handle.kind === 'directory') await searchFolder(handle).catch(ignoreDeleted);
        else {
          const bytes = await read(handle).catch(ignoreDeleted);
          if (bytes) look(name, new TextDecoder('latin1').decode(bytes));
        }
      }
    };
    await searchFolder(await navigator.storage.getDirectory());

    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        look(`the cache ${name}`, request.url);
        look(`the cache ${name}: ${request.url}`, (await (await cache.match(request))?.text()) ?? '');
      }
    }

    look('localStorage', JSON.stringify({ ...localStorage }));
    look('sessionStorage', JSON.stringify({ ...sessionStorage }));
    return traces;
  }, words);

/** Waits until drafts with this text are on the disk: a kill of the browser may come before a write is through. */
export const draftIsStored = (page: Page, text: string): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const { name } = (await indexedDB.databases()).find((known) => known.name?.startsWith('rangeday-local-')) ?? {};
        if (!name) return '';
        const open = indexedDB.open(name);
        await new Promise((resolve) => (open.onsuccess = resolve));
        const all = open.result.transaction('drafts').objectStore('drafts').getAll();
        await new Promise((resolve) => (all.onsuccess = resolve));
        open.result.close();
        return JSON.stringify(all.result);
      }),
    )
    .toContain(text);
