import { isPublicFile } from '#contract/media.ts';
import { endpoints } from '../http/config.ts';
import { fetchAs, limitedFetch } from '../http/request.ts';
import { accountOf, sessionStore } from '../session/session.ts';
import { memberTokenIfAny } from '../session/tokens.ts';
import { localImage } from './local-pictures.ts';

const TIMEOUT_MS = 30_000;
const MOST = 60;
/** The service worker adds the reader's token to requests for files. */
const hasWorker = (): boolean => Boolean(navigator.serviceWorker?.controller);
const load = limitedFetch(() => TIMEOUT_MS);

/** Object URLs of files that were read, of one account. */
const read = new Map<string, Promise<string | null>>();
let owner: string | undefined;

function forget(urls: readonly string[]): void {
  for (const url of urls) {
    void read.get(url)?.then((src) => src?.startsWith('blob:') && URL.revokeObjectURL(src));
    read.delete(url);
  }
}

async function readObject(url: string): Promise<string | null> {
  const local = await localImage(url);
  if (local) return URL.createObjectURL(local);
  const { supabaseUrl } = endpoints();
  if (hasWorker() || isPublicFile(url)) return supabaseUrl + url;
  const response = await fetchAs(memberTokenIfAny, supabaseUrl + url, {}, load).catch(() => null);
  return response?.ok ? URL.createObjectURL(await response.blob()) : null;
}

/** Calls `onRead` with each file's address: local bytes, Storage (the worker adds the token), or a download. */
export function readObjects(urls: readonly string[], onRead: (url: string, src: string) => void): void {
  const account = accountOf(sessionStore.get());
  if (owner !== account) forget([...read.keys()]);
  owner = account;
  for (const url of urls) {
    const reading = read.get(url) ?? readObject(url);
    read.set(url, reading);
    void reading.then((src) => {
      if (src === null) read.delete(url);
      // The plain address fails, and the screen shows that.
      onRead(url, src ?? endpoints().supabaseUrl + url);
    });
  }
  forget([...read.keys()].slice(0, -MOST));
}
