import { ContactMessage } from '#contract/forms.ts';
import { optionalActor } from '../_shared/actor.ts';
import { callDatabase } from '../_shared/database.ts';
import { requireEnv } from '../_shared/env.ts';
import { endpoint, json, readBody } from '../_shared/http.ts';
import { logFailure } from '../_shared/log.ts';
import { sendMail } from '../_shared/mail.ts';
import { callerAddress } from '../_shared/rate.ts';

/**
 * Stores a message of the contact form, then mails it to us. If the mail service fails, the message is stored all the
 * same.
 */
Deno.serve(
  endpoint(async (request) => {
    const { name, email, message } = await readBody(request, ContactMessage);
    const actor = await optionalActor(request);
    await callDatabase('save_contact_message', {
      name,
      email,
      message,
      member_id: actor?.id ?? null,
      address: callerAddress(request),
      agent: request.headers.get('user-agent') ?? '',
    });
    try {
      const text = `${message}\n\n${name} <${email}> wrote this in the contact form.`;
      await sendMail({ to: requireEnv('CONTACT_TO'), replyTo: email, subject: `Contact form: ${name}`, text });
    } catch (error) {
      logFailure('send-contact-email', error);
    }
    return json({ ok: true });
  }),
);
