import type { Page } from '@playwright/test';

/** Reads a value of the app's key-value store. */
export const readValue = (page: Page, key: string): Promise<unknown> =>
  page.evaluate(
    (wanted) =>
      new Promise((resolve, reject) => {
        const open = indexedDB.open('rangeday-kv');
        open.onerror = () => reject(open.error!);
        open.onsuccess = () => {
          const get = open.result.transaction('kv').objectStore('kv').get(wanted);
          get.onsuccess = () => {
            open.result.close();
            resolve(get.result);
          };
        };
      }),
    key,
  );

/** Writes values to the app's key-value store, and creates it if needed. */
export const writeValues = (page: Page, values: Readonly<Record<string, unknown>>): Promise<void> =>
  page.evaluate(
    (pairs) =>
      new Promise((resolve, reject) => {
        const open = indexedDB.open('rangeday-kv');
        open.onupgradeneeded = () => void open.result.createObjectStore('kv');
        open.onerror = () => reject(open.error!);
        open.onsuccess = () => {
          const change = open.result.transaction('kv', 'readwrite');
          for (const [key, value] of pairs) change.objectStore('kv').put(value, key);
          change.oncomplete = () => {
            open.result.close();
            resolve();
          };
        };
      }),
    Object.entries(values),
  );
