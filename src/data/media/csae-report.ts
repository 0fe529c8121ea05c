import type { CsaeReport } from '#contract/forms.ts';
import type { UploadOutcome } from './media-row.ts';
import { endpoints } from '../http/config.ts';
import { isFinal, isServerFault, messageOf } from '../http/answers.ts';
import { fetchAs, limitedFetch } from '../http/request.ts';
import type { Tokens } from '../http/with-token.ts';

const TIMEOUT_MS = 30_000;
const send = limitedFetch(() => TIMEOUT_MS);

/** Files a report. Succeeds too if an earlier attempt has filed it. */
export async function fileCsaeReport(report: CsaeReport, tokens: Tokens): Promise<UploadOutcome> {
  const response = await fetchAs(
    tokens,
    `${endpoints().supabaseUrl}/rest/v1/csae_reports`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'return=minimal' },
      body: JSON.stringify(report),
    },
    send,
  ).catch(() => null);
  const status = response?.status ?? 0;
  // 409: an earlier attempt arrived and only its answer was lost. Any other 2xx than 201 is not PostgREST's.
  if (status === 201 || status === 409) return { kind: 'done' };
  const body: unknown = await response?.json().catch(() => undefined);
  const answer = { status, body };
  if (isServerFault(answer)) return { kind: 'later', isFailing: true };
  if (status < 400 || !isFinal(answer)) return { kind: 'later' };
  return { kind: 'refused', message: messageOf(body) };
}
