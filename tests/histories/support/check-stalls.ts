import type { History, Rule } from './history.ts';
import { isDone, versionOf } from './writes.ts';

const MOST = 60_000;

/** While nothing disturbs writer and reader, a write is on every other phone within a minute. */
export function checkStalls(
  { members, reads, writes, troubles }: History,
  report: (rule: Rule, what: string) => void,
): void {
  const removed = new Set(writes.flatMap(({ order }) => (order.write === 'uncomment' ? [order.target] : [])));
  for (const write of writes) {
    const { order } = write;
    if (!isDone(write) || removed.has(write.id ?? '') || order.write === 'vote' || order.write === 'uncomment')
      continue;
    for (const phone of members.keys()) {
      if (order.write === 'message' && members[phone] !== order.target) continue;
      const seen = reads.find((read) => {
        if (read.phone !== phone || read.ended < write.ended) return false;
        if (order.write === 'edit')
          return read.seen.posts.some(
            ({ id, title }) => id === order.target && versionOf(title) >= versionOf(order.text),
          );
        return [...read.seen.posts, ...read.seen.comments, ...read.seen.messages].some(({ id }) => id === write.id);
      });
      const until = seen?.ended ?? Math.max(...reads.map(({ ended }) => ended));
      const disturbed = troubles.filter(
        (trouble) => trouble.phone === undefined || [phone, write.phone].includes(trouble.phone),
      );
      const from = Math.max(
        write.ended,
        ...disturbed.filter((trouble) => trouble.from < until).map((trouble) => trouble.until),
      );
      if (until - from > MOST)
        return report('no stall', `${order.text} took ${Math.round((until - from) / 1000)} s to phone ${phone}`);
    }
  }
}
