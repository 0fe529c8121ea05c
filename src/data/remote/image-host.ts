import { limitedFetch } from '../http/request.ts';

/** Cloudinary, or a service with its upload API, set at build time. Without it: our own storage. */
export interface ImageHost {
  /** The address before `/image/upload`: `https://api.cloudinary.com/v1_1/{cloud}`. */
  url: string;
  /** An unsigned preset: it decides what may be uploaded, and no key is in the app. */
  preset: string;
}

interface Settings {
  VITE_IMAGE_HOST_URL?: string;
  VITE_IMAGE_HOST_PRESET?: string;
}

export function imageHost(settings: Settings = import.meta.env as Settings): ImageHost | null {
  const { VITE_IMAGE_HOST_URL: url, VITE_IMAGE_HOST_PRESET: preset } = settings;
  return url && preset ? { url: url.replace(/\/$/, ''), preset } : null;
}

export type HostedPicture = { ok: true; url: string } | { ok: false; message: string };

const TIMEOUT_MS = 60_000;
const send = limitedFetch(() => TIMEOUT_MS);

/** Uploads a picture. `publicId` null: the host names it. `message`: the host's, or '' if a retry may help. */
export async function uploadToHost(
  { url, preset }: ImageHost,
  content: Blob,
  publicId: string | null,
): Promise<HostedPicture> {
  const form = new FormData();
  form.set('file', content);
  form.set('upload_preset', preset);
  if (publicId !== null) form.set('public_id', publicId);
  const response = await send(`${url}/image/upload`, { method: 'POST', body: form }).catch(() => null);
  if (!response || response.status >= 500 || response.status === 429) return { ok: false, message: '' };
  const body = (await response.json().catch(() => ({}))) as { secure_url?: unknown; error?: { message?: unknown } };
  if (response.ok && typeof body.secure_url === 'string') return { ok: true, url: body.secure_url };
  const message = body.error?.message;
  return { ok: false, message: typeof message === 'string' ? message : `The image host answered ${response.status}.` };
}
