import { v7 } from 'uuid';
import { cacheSeconds, IMAGE_EXTENSIONS, storedUrl } from '#contract/media.ts';
import { memberToken } from '../session/tokens.ts';
import { ask } from './account.ts';
import { isFinal, messageOf } from '../http/answers.ts';
import { endpoints } from '../http/config.ts';
import { type HostedPicture, imageHost, uploadToHost } from './image-host.ts';
import { fetchAs, limitedFetch } from '../http/request.ts';

const BUCKET = 'public-media';
/** 5 MB over a slow connection. */
const TIMEOUT_MS = 120_000;
const send = limitedFetch(() => TIMEOUT_MS);

/** Uploads an ad's picture, to the image host if set. `message`: the server's, or '' if a retry may help. */
export async function uploadAdImage(account: string, image: Blob): Promise<HostedPicture> {
  const host = imageHost();
  if (host) return uploadToHost(host, image, null);
  const path = `${account}/${v7()}.${IMAGE_EXTENSIONS[image.type] ?? 'jpg'}`;
  const response = await fetchAs(
    (refused) => memberToken(account, refused),
    `${endpoints().supabaseUrl}/storage/v1/object/${BUCKET}/${path}`,
    {
      method: 'POST',
      headers: { 'content-type': image.type, 'cache-control': `max-age=${cacheSeconds(BUCKET)}` },
      body: image,
    },
    send,
  ).catch(() => null);
  const body: unknown = await response?.json().catch(() => undefined);
  // Only our own answer names the file.
  if (response?.ok && typeof body === 'object') return problemOf(path);
  const isRefused = response !== null && isFinal({ status: response.status, body }) && body !== undefined;
  return { ok: false, message: isRefused ? messageOf(body) : '' };
}

const readRefusal = (body: unknown): string | null => {
  const [found] = Array.isArray(body) ? (body as { state?: unknown; message?: unknown }[]) : [];
  return found?.state === 'refused' && typeof found.message === 'string' ? found.message : '';
};

/** Storage services accept any contents: the server looks at the file now, or within a minute if this fails. */
async function problemOf(path: string): Promise<HostedPicture> {
  const reply = await ask('check-uploads', readRefusal, { paths: [path] });
  return reply.ok && reply.body ? { ok: false, message: reply.body } : { ok: true, url: storedUrl(BUCKET, path) };
}
