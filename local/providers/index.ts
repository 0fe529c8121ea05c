import type { BackendContext, HttpPart } from '../context.ts';
import type { Route } from '../gateway/gateway.ts';
import { isLocalRequest, sendJson } from '../supabase/http.ts';
import type { OutgoingMail } from '../supabase/mail.ts';
import { createGiphy } from './giphy.ts';
import { createGoogle } from './google.ts';
import { createImageHost } from './image-host.ts';
import { createOutgoingMail } from './outgoing-mail.ts';
import { createPush } from './push.ts';
import { providerKeys } from './settings.ts';
import { createStripe } from './stripe.ts';

/** Local stand-ins for third parties. The functions call them exactly as they call the real services. */
export async function createProviders(
  ctx: BackendContext,
  mailbox: { send(mail: OutgoingMail): Promise<void> },
): Promise<Route[]> {
  const keys = await providerKeys(ctx.dataDir);
  const here =
    (handle: HttpPart['handle']): HttpPart['handle'] =>
    (req, res) => {
      if (isLocalRequest(req)) return handle(req, res);
      sendJson(res, 403, { error: 'This opens only on the machine it runs on.' });
    };
  return [
    ['/_dev/stripe', here(createStripe(ctx, keys).handle)],
    ['/_dev/push', here(createPush(ctx).handle)],
    ['/_dev/giphy', here(createGiphy(ctx, keys).handle)],
    ['/_dev/google', here(createGoogle(ctx, keys).handle)],
    ['/_dev/images', here(createImageHost().handle)],
    ['/_dev/outgoing', here(createOutgoingMail(mailbox, keys).handle)],
  ];
}
