import { need } from './env.ts';

export interface Mail {
  readonly to: string;
  readonly replyTo: string;
  readonly subject: string;
  readonly text: string;
}

/** Hands a mail to the mail service's HTTP API (Resend's form; `MAIL_API_URL` names the service). Throws when it is not taken. */
export async function sendMail(mail: Mail): Promise<void> {
  // A second wall behind the schema and the database: nothing may begin a header line of its own.
  const line = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  const response = await fetch(`${need('MAIL_API_URL')}/emails`, {
    method: 'POST',
    headers: { authorization: `Bearer ${need('MAIL_API_KEY')}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      from: need('MAIL_FROM'),
      to: [line(mail.to)],
      reply_to: line(mail.replyTo),
      subject: line(mail.subject),
      text: mail.text,
    }),
    signal: AbortSignal.timeout(10_000),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`The mail service answered ${response.status}: ${answer.slice(0, 200)}`);
}
