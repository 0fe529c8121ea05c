import { z } from 'zod';
import { callDatabase } from './database.ts';
import { requireEnv } from './env.ts';
import { Failure, logFailure } from './log.ts';
import { pushMessage } from './push-message.ts';
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
type Named = Pick<z.infer<typeof Claimed>[number], 'subscription_id' | 'tag' | 'cause_id'>;
const nameOf = ({ subscription_id, tag, cause_id }: Named): Named => ({ subscription_id, tag, cause_id });

/** Pushes per call of the database, and requests to push services at a time. */
const BATCH = 500;
const AT_ONCE = 50;

const URGENCY: Record<string, 'low' | 'high'> = { message: 'high', moderation: 'low', promotion: 'low' };

/**
 * Sends what is due, of one sender to one recipient only if they are named, until nothing is due or the time is over.
 * What a push service did not accept stays queued; devices that are gone are removed. Returns the number of accepted
 * pushes.
 */
export async function sendDuePushes(
  timeMs: number,
  pair: { sender?: string; recipient?: string } = {},
): Promise<number> {
  const until = Date.now() + timeMs;
  const app = requireEnv('APP_URL');
  let count = 0;
  while (Date.now() < until) {
    const claimed = Claimed.parse(await callDatabase('claim_pushes', { most: BATCH, ...pair }));
    if (claimed.length === 0) break;
    const sent: Named[] = [];
    const gone: string[] = [];
    const rest = claimed.values();
    const work = async () => {
      // Checked before each request, because a slow push service takes 10 s for one. What is left is released.
      while (Date.now() < until) {
        const push = rest.next().value;
        if (!push) return;
        const urgency = URGENCY[push.kind] ?? 'normal';
        const status = await sendPush(push, pushMessage(push.payload, app), { topic: push.topic, urgency });
        if (status >= 200 && status <= 299) sent.push(nameOf(push));
        else if (status === 404 || status === 410) gone.push(push.subscription_id);
        else logFailure('push-queue', new Failure(`push service: status ${status}`));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await callDatabase('finish_pushes', { outcome: { sent, gone, untried: [...rest].map(nameOf) } });
    count += sent.length;
  }
  return count;
}
