import { requireEnv } from './env.ts';
import { Failure } from './log.ts';

export interface Mail {
  readonly to: string;
  readonly replyTo: string;
  readonly subject: string;
  readonly text: string;
}

/**
 * Sends a mail through the mail service's HTTP API (Resend's format; `MAIL_API_URL` is the service). Throws if it is
 * not accepted.
 */
export async function sendMail(mail: Mail): Promise<void> {
  // The schema and the database check this too: a line break could add a header.
  const line = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  const response = await fetch(`${requireEnv('MAIL_API_URL')}/emails`, {
    method: 'POST',
    headers: { authorization: `Bearer ${requireEnv('MAIL_API_KEY')}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      from: requireEnv('MAIL_FROM'),
      to: [line(mail.to)],
      reply_to: line(mail.replyTo),
      subject: line(mail.subject),
      text: mail.text,
    }),
    signal: AbortSignal.timeout(10_000),
  });
  // Its answer can name an address.
  await response.body?.cancel();
  if (!response.ok) throw new Failure(`mail service: status ${response.status}`);
}
