import { pathOf } from '#contract/media.ts';
import { readKey } from '../device/kv.ts';
import { accountOf, sessionStore } from '../session/session.ts';
import { mediaKey } from './media-key.ts';

/** Files of this page by their path, so that a picture shows at once, also just after it was sent. */
const files = new Map<string, Blob>();
let owner: string | undefined;

export function addLocalPicture(account: string, path: string, file: Blob): void {
  if (owner !== account) files.clear();
  owner = account;
  files.set(path, file);
}

/** A picture's bytes that are still unsent, by its url; null for others. */
export async function localImage(url: string): Promise<Blob | null> {
  const path = pathOf(url);
  const account = accountOf(sessionStore.get());
  if (path === null) return null;
  const known = owner === account ? files.get(path) : undefined;
  if (known) return known;
  // Without any file to send, no database is opened.
  if ((await readKey(mediaKey(account)).catch(() => false)) !== true) return null;
  const { readFile } = await import('./media-store.ts');
  return readFile(account, path).catch(() => null);
}
