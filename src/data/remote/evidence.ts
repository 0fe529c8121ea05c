import { type AccountReply, askDatabase } from './account.ts';

/** Long enough to load a video, short enough that an address that was copied is of no use. */
const EVIDENCE_SECONDS = 120;

/**
 * Loads a file of evidence into memory, past every cache. First notes the view in the log, without which the server gives nobody the
 * file.
 */
export async function loadEvidence(reportId: string, path: string, signal: AbortSignal): Promise<AccountReply<Blob>> {
  const noted = await askDatabase('note_evidence_view', { report_id: reportId, path }, (): true => true);
  if (!noted.ok) return noted;
  const failed = { ok: false, code: 'unknown', message: '' } as const;
  try {
    const { supabase } = await import('./supabase.ts');
    const { data, error } = await supabase().storage.from('csae-report-files').createSignedUrl(path, EVIDENCE_SECONDS);
    if (!data) return { ...failed, message: error.message };
    const response = await fetch(data.signedUrl, { cache: 'no-store', signal });
    return response.ok ? { ok: true, body: await response.blob() } : failed;
  } catch {
    return { ...failed, code: 'offline' };
  }
}
