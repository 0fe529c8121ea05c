import { type AccountReply, ask } from './account.ts';
import { endpoints } from './config.ts';

const readAddress = (body: unknown): string | null => {
  const { address } = (body ?? {}) as { address?: unknown };
  return typeof address === 'string' ? address : null;
};

/** Loads a file of evidence into memory, past every cache. The server notes the view in the log before it gives the address. */
export async function loadEvidence(reportId: string, path: string, signal: AbortSignal): Promise<AccountReply<Blob>> {
  const signed = await ask('view-evidence', readAddress, { report_id: reportId, path });
  if (!signed.ok) return signed;
  try {
    const response = await fetch(`${endpoints().supabaseUrl}${signed.body}`, { cache: 'no-store', signal });
    return response.ok ? { ok: true, body: await response.blob() } : { ok: false, code: 'unknown', message: '' };
  } catch {
    return { ok: false, code: 'offline', message: '' };
  }
}
