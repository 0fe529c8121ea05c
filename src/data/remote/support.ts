import type { CsaeReport, ContactMessage } from '#contract/forms.ts';
import { callFunction, type FunctionReply } from './functions.ts';
import { type Outcome, post, tokenIfAny } from './rest.ts';

/** A whole file of 50 MB on a slow uplink; what stalls longer is given up. */
const FILE_TIMEOUT_MS = 10 * 60_000;
const ROW_TIMEOUT_MS = 20_000;

export const sendContact = async (message: ContactMessage): Promise<FunctionReply> =>
  callFunction('send-contact-email', message, await tokenIfAny());

/** `body.url` of a good reply is Stripe's page. */
export const createCheckoutSession = async (): Promise<FunctionReply> =>
  callFunction('create-checkout-session', {}, await tokenIfAny());

export type { Outcome } from './rest.ts';

/** Puts one attachment of a report where only staff reads it. A file that is there already, from a try before, counts as put. */
export async function uploadReportFile(path: string, file: File): Promise<Outcome> {
  const outcome = await post(
    `/storage/v1/object/csae-report-files/${path}`,
    { body: file, headers: { 'content-type': file.type, 'x-upsert': 'false' } },
    FILE_TIMEOUT_MS,
  );
  const isThere = !outcome.ok && (outcome.status === 409 || /already exists|duplicate/i.test(outcome.message));
  return isThere ? { ok: true } : outcome;
}

/** Files the report. Straight to the server and not by the queue: nothing of it may stay on this device. */
export async function fileCsaeReport(report: CsaeReport): Promise<Outcome> {
  const outcome = await post(
    '/rest/v1/csae_reports',
    {
      body: JSON.stringify(report),
      headers: { 'content-type': 'application/json', prefer: 'return=minimal' },
    },
    ROW_TIMEOUT_MS,
  );
  // Its id is there already: a try before had arrived, only its answer had not.
  return !outcome.ok && outcome.status === 409 ? { ok: true } : outcome;
}
