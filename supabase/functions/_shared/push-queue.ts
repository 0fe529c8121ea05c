import { z } from 'zod';
import { callDatabase } from './database.ts';
import { Failure, logFailure } from './log.ts';
import { sendPush } from './web-push.ts';

const Claimed = z.array(
  z.object({
    subscription_id: z.uuid(),
    cause_id: z.uuid(),
    endpoint: z.string(),
    p256dh: z.string(),
    auth: z.string(),
    kind: z.string(),
    tag: z.string(),
    topic: z.string(),
    payload: z.record(z.string(), z.unknown()),
  }),
);
type Claimed = z.infer<typeof Claimed>;

/** Pushes per call of the database, and requests to push services at a time. */
const BATCH = 500;
const AT_ONCE = 50;

const URGENCY: Record<string, 'low' | 'high'> = { message: 'high', moderation: 'low', promotion: 'low' };

/**
 * Sends what is due, of one sender to one recipient only if they are named, until nothing is due or the time is over. What a push service
 * did not accept stays queued; devices that are gone are removed. Returns the number of accepted pushes.
 */
export async function sendDuePushes(
  timeMs: number,
  pair: { sender?: string; recipient?: string } = {},
): Promise<number> {
  const until = Date.now() + timeMs;
  let count = 0;
  while (Date.now() < until) {
    const claimed = Claimed.parse(await callDatabase('claim_pushes', { most: BATCH, ...pair }));
    if (claimed.length === 0) break;
    const sent: Pick<Claimed[number], 'subscription_id' | 'tag' | 'cause_id'>[] = [];
    const gone: string[] = [];
    const rest = claimed.values();
    const work = async () => {
      for (const push of rest) {
        const { subscription_id, tag, cause_id } = push;
        const urgency = URGENCY[push.kind] ?? 'normal';
        const status = await sendPush(push, JSON.stringify(push.payload), { topic: push.topic, urgency });
        if (status >= 200 && status <= 299) sent.push({ subscription_id, tag, cause_id });
        else if (status === 404 || status === 410) gone.push(subscription_id);
        else logFailure('push-queue', new Failure(`push service: status ${status}`));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await callDatabase('finish_pushes', { outcome: { sent, gone } });
    count += sent.length;
  }
  return count;
}
