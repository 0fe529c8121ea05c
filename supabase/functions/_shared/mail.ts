import { requireEnv } from './env.ts';

export interface Mail {
  readonly to: string;
  readonly replyTo: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends a mail through the mail service's HTTP API (Resend's format; `MAIL_API_URL` is the service). Throws if it is not accepted. */
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
  const answer = await response.text();
  if (!response.ok) throw new Error(`The mail service returned ${response.status}: ${answer.slice(0, 200)}`);
}
