import { fileProblem } from '#contract/files/file-problem.ts';
import { isPublicFile } from '#contract/media.ts';
import { memberTokenIfAny } from '../session/tokens.ts';
import { type AccountReply, ask } from './account.ts';
import { endpoints } from '../http/config.ts';
import { fetchAs } from '../http/request.ts';

const readAddress = (body: unknown): string | null => {
  const { address } = (body ?? {}) as { address?: unknown };
  return typeof address === 'string' ? address : null;
};

/** Loads evidence into memory, past every cache. The server logs the view before it gives the address. */
export async function loadEvidence(reportId: string, path: string, signal: AbortSignal): Promise<AccountReply<Blob>> {
  const signed = await ask('view-evidence', readAddress, { report_id: reportId, path });
  if (!signed.ok) return signed;
  return load(`${endpoints().supabaseUrl}${signed.body}`, signal);
}

/** The same for a file of a post that its author has removed, and that is kept for staff. */
export async function loadHeldFile(postId: string, url: string, signal: AbortSignal): Promise<AccountReply<Blob>> {
  const signed = await ask('view-evidence', readAddress, { post_id: postId, url });
  if (!signed.ok) return signed;
  return load(`${endpoints().supabaseUrl}${signed.body}`, signal);
}

/** Whether a browser may decode evidence: anybody can send a file, and evidence is never removed. */
export async function mayBeShown(file: Blob): Promise<boolean> {
  const read = async (from: number, to: number) => new Uint8Array(await file.slice(from, to).arrayBuffer());
  const { type, size } = file;
  return (await fileProblem({ bucket: 'csae-report-files', type, size }, read)) === null;
}

/** As above, for a reported post: an `<img>` address would be cached by worker and browser. */
export async function loadReportedFile(url: string, signal: AbortSignal): Promise<AccountReply<Blob>> {
  const { supabaseUrl } = endpoints();
  if (!url.startsWith('/storage/')) return load(url, signal);
  if (isPublicFile(url)) return load(supabaseUrl + url, signal);
  return load(supabaseUrl + url, signal, (address, init) => fetchAs(memberTokenIfAny, address, init));
}

/** Past every cache. */
async function load(
  address: string,
  signal: AbortSignal,
  send: (address: string, init: RequestInit) => Promise<Response> = fetch,
): Promise<AccountReply<Blob>> {
  try {
    const response = await send(address, { cache: 'no-store', credentials: 'omit', signal });
    return response.ok ? { ok: true, body: await response.blob() } : { ok: false, code: 'unknown', message: '' };
  } catch {
    return { ok: false, code: 'offline', message: '' };
  }
}
