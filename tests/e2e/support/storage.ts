import type { CDPSession, Page } from '@playwright/test';

/** A document of the app's origin that runs none of its code, so that what lies in its storage can be handled. */
export const leaveApp = (page: Page): Promise<unknown> => page.goto('/icons/icon-192.png');

/** The browser's own tools for this page. */
export const devtools = (page: Page): Promise<CDPSession> => page.context().newCDPSession(page);

/** As the system does when the disk runs full: no site may keep a byte more. The answer gives the room back. */
export async function fillDisk(page: Page): Promise<() => Promise<void>> {
  const session = await devtools(page);
  const { origin } = new URL(page.url());
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  return async () => {
    await session.send('Storage.overrideQuotaForOrigin', { origin });
    await session.detach();
  };
}

/** As the system does when it needs the room: what the site kept is gone, or one kind of it. */
export async function evict(page: Page, storageTypes: 'all' | 'file_systems' = 'all'): Promise<void> {
  const session = await devtools(page);
  await session.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes });
  await session.detach();
}

/** Overwrites the beginning of every database file, as a dying flash cell or a torn write may. */
export const damageDatabases = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    let damaged = 0;
    for await (const [name, handle] of root.entries()) {
      if (handle.kind !== 'file' || !name.endsWith('.db')) continue;
      const file = await handle.createWritable({ keepExistingData: true });
      await file.write({ type: 'write', position: 0, data: new Uint8Array(4096).fill(0x5a) });
      await file.close();
      damaged += 1;
    }
    return damaged;
  });

/** Where any of the words can still be read by a page of this origin: databases, files, caches. */
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

    for await (const [name, handle] of (await navigator.storage.getDirectory()).entries()) {
      look('the name of a file', name);
      if (handle.kind !== 'file') continue;
      const bytes = await (await handle.getFile()).arrayBuffer();
      look(name, new TextDecoder('latin1').decode(bytes));
    }

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
