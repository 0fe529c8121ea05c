import { Id } from './ids.ts';
import { z } from './zod.ts';

/** `PushSubscription.toJSON()`. Keys: an uncompressed P-256 point (65 bytes), 16 bytes; base64url without padding. */
export const PushSubscriptionJson = z.object({
  endpoint: z.url().check(z.maxLength(1024)),
  expirationTime: z.nullish(z.number()),
  keys: z.object({
    p256dh: z.string().check(z.regex(/^[\w-]{87}$/)),
    auth: z.string().check(z.regex(/^[\w-]{22}$/)),
  }),
});
export type PushSubscriptionJson = z.infer<typeof PushSubscriptionJson>;

/** Body of `save-subscription`. `user_id` must be the caller. */
export const SaveSubscription = z.object({ user_id: Id, subscription: PushSubscriptionJson });
export type SaveSubscription = z.infer<typeof SaveSubscription>;

/**
 * Body of `send-notification`, of which only `userId` is used: the server sends what it has queued, in its own words.
 */
export const SendNotification = z.object({
  userId: Id,
  title: z.optional(z.string()),
  body: z.optional(z.string()),
  url: z.optional(z.string()),
});
export type SendNotification = z.infer<typeof SendNotification>;

/**
 * The payload on a device. A type without a schema, because the service worker, which has no zod, checks it
 * (sw/push.ts). Beside them is what Safari shows by itself (push-message.ts of the functions). `to` is its member: a
 * device with another logged-in member shows only that there is news. `url` is a path of the app; `id`
 * the notification or message; `from` the sender; `unread` all unread notifications and messages.
 */
export interface PushPayload {
  to: string;
  title: string;
  body: string;
  url: string;
  tag: string;
  kind: string;
  id: string;
  from: string | null;
  unread: number;
}

/** Answer of `push-key`: the server's key for `pushManager.subscribe`. */
export const PushKey = z.object({ public_key: z.string().check(z.regex(/^[\w-]{87}$/)) });
export type PushKey = z.infer<typeof PushKey>;
