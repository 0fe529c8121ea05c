import type { IncomingMessage, ServerResponse } from 'node:http';

import { header, readJson, sendJson } from '../supabase/http.ts';
import { escape } from '../supabase/mailbox-page.ts';
import type { OutgoingMail } from '../supabase/mail.ts';
import type { ProviderKeys } from './settings.ts';

/** A mail service with Resend's HTTP API. Accepted mails appear in the mailbox at /_dev/mail. */
export function createOutgoingMail(mailbox: { send(mail: OutgoingMail): Promise<void> }, keys: ProviderKeys) {
  return {
    async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
      if (req.method !== 'POST') return sendJson(res, 405, { message: 'Method not allowed' });
      if (header(req, 'authorization') !== `Bearer ${keys.mailKey}`)
        return sendJson(res, 401, { message: 'API key is invalid' });
      const { to, subject, text, reply_to: replyTo } = await readJson(req);
      const [recipient] = Array.isArray(to) ? (to as unknown[]) : [];
      if (typeof recipient !== 'string' || typeof subject !== 'string' || typeof text !== 'string')
        return sendJson(res, 422, { message: 'A field is missing' });
      const whole = typeof replyTo === 'string' ? `${text}\n\nReply to: ${replyTo}` : text;
      await mailbox.send({ to: recipient, subject, text: whole, html: `<pre>${escape(whole)}</pre>` });
      sendJson(res, 200, { id: 'local' });
    },
  };
}
