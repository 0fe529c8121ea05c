import type { UploadOutcome } from '../media/media-row.ts';
import { endpoints } from './config.ts';
import { limitedFetch } from './request.ts';

const TIMEOUT_MS = 30_000;
const send = limitedFetch(() => TIMEOUT_MS);

/** Files a report, given as its JSON. Succeeds too if an earlier attempt has filed it. */
export async function fileCsaeReport(
  report: ArrayBuffer,
  headers: Readonly<Record<string, string>>,
): Promise<UploadOutcome> {
  const response = await send(`${endpoints().supabaseUrl}/rest/v1/csae_reports`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', prefer: 'return=minimal' },
    body: report,
  }).catch(() => null);
  const status = response?.status ?? 0;
  // 409: an earlier attempt arrived and only its answer was lost. Any other 2xx than 201 is not PostgREST's.
  if (status === 201 || status === 409) return { kind: 'done' };
  if (status === 401) return { kind: 'token' };
  if (!response || status < 400 || status === 408 || status === 429 || status >= 500) return { kind: 'later' };
  const body = (await response.json().catch(() => ({}))) as { message?: unknown };
  return { kind: 'refused', message: typeof body.message === 'string' ? body.message : '' };
}
