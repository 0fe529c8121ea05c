import type { ContactMessage } from '#contract/forms.ts';
import { memberTokenIfAny } from '../session/tokens.ts';
import { isNoAnswer } from '../http/answers.ts';
import { postJson } from '../http/request.ts';
import type { Tokens } from '../http/with-token.ts';

const TIMEOUT_MS = 15_000;

export type FunctionReply = { ok: true; body: unknown } | { ok: false; status: number; body: unknown };

const NO_ANSWER: FunctionReply = { ok: false, status: 0, body: null };

/** Calls an Edge Function as the signed-in member, or as a guest. Never throws. Status 0: no answer. */
export async function callFunction(
  name: string,
  content: object,
  tokens: Tokens = memberTokenIfAny,
): Promise<FunctionReply> {
  const reply = await postJson(`/functions/v1/${name}`, content, { tokens, timeoutMs: TIMEOUT_MS }).catch(() => null);
  if (!reply || isNoAnswer(reply)) return NO_ANSWER;
  const { status, body } = reply;
  return status >= 200 && status < 300 ? { ok: true, body } : { ok: false, status, body };
}

export const sendContactEmail = (message: ContactMessage): Promise<FunctionReply> =>
  callFunction('send-contact-email', message);

/** A successful reply has Stripe's page in `body.url`. */
export const createCheckoutSession = (): Promise<FunctionReply> => callFunction('create-checkout-session', {});
