import { ContactMessage } from '#contract/forms.ts';
import { optionalActor } from '../_shared/actor.ts';
import { callDatabase } from '../_shared/database.ts';
import { need } from '../_shared/env.ts';
import { endpoint, json, readBody } from '../_shared/http.ts';
import { sendMail } from '../_shared/mail.ts';
import { callerAddress } from '../_shared/rate.ts';

/** Keeps a message of the contact form and mails it to us. Kept is what counts: a mail service that is down does not lose or repeat it. */
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
      await sendMail({ to: need('CONTACT_TO'), replyTo: email, subject: `Contact form: ${name}`, text });
    } catch (error) {
      console.error(error);
    }
    return json({ ok: true });
  }),
);
