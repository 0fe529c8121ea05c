import type { Page } from '@playwright/test';

/** The IndexedDB stores, files (OPFS) and cached responses of the origin that contain this ASCII text. */
export const placesWith = (page: Page, wanted: string): Promise<string[]> =>
  page.evaluate(async (text) => {
    const places: string[] = [];
    const latin1 = new TextDecoder('latin1');
    const has = async (value: unknown): Promise<boolean> => {
      if (typeof value === 'string') return value.includes(text);
      if (value instanceof Blob) return has(await value.arrayBuffer());
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return latin1.decode(value).includes(text);
      if (typeof value !== 'object' || value === null) return false;
      const parts = await Promise.all((value instanceof Map ? [...value] : Object.values(value)).map(has));
      return parts.includes(true);
    };
    const answer = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
      });
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await answer(indexedDB.open(name));
      for (const store of db.objectStoreNames) {
        if (await has(await answer(db.transaction(store).objectStore(store).getAll()))) places.push(`${name}/${store}`);
      }
      db.close();
    }
    // A file that was written between the two steps cannot be read: try again. One that was deleted has nothing.
    const read = (handle: FileSystemFileHandle): Promise<ArrayBuffer | null> =>
      handle
        .getFile()
        .then((file) => file.arrayBuffer())
        .catch((error: DOMException) => {
          if (error.name === 'NotFoundError') return null;
          return error.name === 'NotReadableError' ? read(handle) : Promise.reject(error);
        });
    const walk = async (folder: FileSystemDirectoryHandle, path: string): Promise<void> => {
      for await (const handle of folder.values()) {
        if (handle instanceof FileSystemDirectoryHandle) await walk(handle, `${path}/${handle.name}`);
        else if (await has(await read(handle))) places.push(`${path}/${handle.name}`);
      }
    };
    const before = places.length;
    for (let isRead = false; !isRead;) {
      try {
        await walk(await navigator.storage.getDirectory(), 'opfs');
        isRead = true;
      } catch (error) {
        // SQLite deletes its journal after each transaction, also between the listing and the reading of a folder.
        if (!(error instanceof DOMException && ['NotFoundError', 'NotReadableError'].includes(error.name))) throw error;
        places.length = before;
      }
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const response of await cache.matchAll()) {
        if (await has(await response.arrayBuffer())) places.push(`${name} ${response.url}`);
      }
    }
    return places;
  }, wanted);
