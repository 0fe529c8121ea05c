import type { ContactMessage } from '#contract/forms.ts';

const TIMEOUT_MS = 15_000;

export type FunctionReply = { ok: true; body: unknown } | { ok: false; status: number; body: unknown };

const NO_ANSWER: FunctionReply = { ok: false, status: 0, body: null };

/**
 * Calls an Edge Function, as the signed-in member unless `accessToken` names one. Never throws. Status 0: no answer, or one that is
 * not JSON (a captive portal's page).
 */
export async function callFunction(name: string, body: object, accessToken?: string): Promise<FunctionReply> {
  try {
    const { supabase } = await import('./supabase.ts');
    const { data, error } = await supabase().functions.invoke<unknown>(name, {
      body,
      timeout: TIMEOUT_MS,
      ...(accessToken && { headers: { Authorization: `Bearer ${accessToken}` } }),
    });
    // The client parses JSON by its content type and returns every other body as text.
    if (!error) return typeof data === 'string' ? NO_ANSWER : { ok: true, body: data };
    const { context } = error as { context?: unknown };
    if (!(context instanceof Response)) return NO_ANSWER;
    return { ok: false, status: context.status, body: (await context.json()) as unknown };
  } catch {
    return NO_ANSWER;
  }
}

export const sendContactEmail = (message: ContactMessage): Promise<FunctionReply> =>
  callFunction('send-contact-email', message);

/** A successful reply has Stripe's page in `body.url`. */
export const createCheckoutSession = (): Promise<FunctionReply> => callFunction('create-checkout-session', {});
