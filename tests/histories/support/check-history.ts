import type { History, Read, Rule, Violation, Write } from './history.ts';
import type { SeenPost } from './protocol.ts';
import { checkStored } from './check-stored.ts';
import { checkStalls } from './check-stalls.ts';
import { type OwnVotes, isDone, versionOf, votesOf } from './writes.ts';

/** What the history breaks, the first of each kind per phone. Empty: it is right. */
export function checkHistory(history: History): Violation[] {
  const found: Violation[] = [];
  const report = (rule: Rule, what: string): void => void found.push({ rule, what });
  for (const phone of history.members.keys()) {
    const reads = history.reads.filter((read) => read.phone === phone);
    const own = history.writes.filter((write) => write.phone === phone);
    checkOwnWrites(reads, own, report);
    checkMonotonic(reads, history.writes, report);
    checkOrder(reads, history, report);
  }
  checkAtomic(history, report);
  checkCounts(history, report);
  checkStalls(history, report);
  checkStored(history, report);
  return found;
}

type Report = (rule: Rule, what: string) => void;

const nameOf = ({ phone }: { phone: number }): string => `phone ${phone}`;

/** Every write is on its own phone when the mutation returns, and stays. */
function checkOwnWrites(reads: readonly Read[], own: readonly Write[], report: Report): void {
  const removed = new Map(
    own.flatMap((write) => (write.order.write === 'uncomment' ? [[write.order.target, write]] : [])),
  );
  const votes = votesOf(own);
  for (const read of reads) {
    const posts = new Map(read.seen.posts.map((post) => [post.id, post]));
    const texts = new Set([...read.seen.comments, ...read.seen.messages].map(({ text }) => text));
    for (const write of own) {
      if (!isDone(write) || write.ended > read.began) continue;
      const { order } = write;
      if (order.write === 'post' && !posts.has(write.id ?? ''))
        return report('read your writes', `${nameOf(read)} has lost its post ${order.text}`);
      if (order.write === 'edit' && versionOf(posts.get(order.target)?.title) < versionOf(order.text))
        return report(
          'read your writes',
          `${nameOf(read)} has lost its edit ${order.text}: ${posts.get(order.target)?.title}`,
        );
      if (
        order.write === 'comment' &&
        !texts.has(order.text) &&
        !((removed.get(write.id ?? '')?.began ?? Infinity) < read.ended)
      )
        return report('read your writes', `${nameOf(read)} has lost its comment ${order.text}`);
      if (order.write === 'message' && !texts.has(order.text))
        return report('read your writes', `${nameOf(read)} has lost its message ${order.text}`);
    }
    for (const [post, given] of votes) {
      const expected = valueAt(given, read);
      const shown = posts.get(post);
      if (expected !== undefined && shown && shown.vote !== expected)
        return report(
          'read your writes',
          `${nameOf(read)} shows its vote on ${shown.title} as ${shown.vote}: it is ${expected}`,
        );
    }
  }
}

/** Undefined while a vote is being given, or if a killed phone left it open whether it was. */
function valueAt(votes: OwnVotes, { began, ended }: Read): number | undefined {
  if (votes.some((vote) => vote.began < ended && !(vote.ended <= began))) return undefined;
  return votes.findLast((vote) => vote.ended <= began)?.value ?? 0;
}

/** What was seen does not become older, and does not disappear unless somebody deleted it. */
function checkMonotonic(reads: readonly Read[], writes: readonly Write[], report: Report): void {
  const removals = new Map<string, number>();
  for (const { order, began } of writes) if (order.write === 'uncomment') removals.set(order.target, began);
  let before: Read | undefined;
  const gone = new Set<string>();
  for (const read of reads) {
    const posts = new Map(read.seen.posts.map((post) => [post.id, post]));
    for (const old of before?.seen.posts ?? []) {
      const post = posts.get(old.id);
      if (!post) return report('monotonic reads', `${nameOf(read)} no longer has the post ${old.title}`);
      if (versionOf(post.title) < versionOf(old.title))
        return report('monotonic reads', `${nameOf(read)} has ${post.title} after ${old.title}`);
      if (post.version < old.version)
        return report(
          'monotonic reads',
          `${nameOf(read)} has counts ${post.version} of ${post.title} after ${old.version}`,
        );
    }
    for (const kind of ['comments', 'messages'] as const) {
      const now = new Set(read.seen[kind].map(({ id }) => id));
      for (const { id, text } of before?.seen[kind] ?? []) {
        if (now.has(id)) continue;
        if (!((removals.get(id) ?? Infinity) < read.ended))
          return report('monotonic reads', `${nameOf(read)} no longer has ${text}`);
        gone.add(id);
      }
      for (const { id, text } of read.seen[kind])
        if (gone.has(id)) return report('monotonic reads', `${nameOf(read)} has the deleted ${text} again`);
    }
    before = read;
  }
}

/**
 * Who sees a write sees what the same member wrote before, of the same kind. Comments on one's own posts are a kind of
 * their own: they are synced with these (own_posts), before those on other posts (feed_comments).
 */
function checkOrder(reads: readonly Read[], history: History, report: Report): void {
  const removed = new Set(history.writes.flatMap(({ order }) => (order.write === 'uncomment' ? [order.target] : [])));
  const authors = new Map(history.writes.map(({ id, phone }) => [id, phone]));
  for (const read of reads) {
    const { posts, comments, messages } = read.seen;
    const isOwn = ({ order }: Write) => 'target' in order && authors.get(order.target) === read.phone;
    const isMine = (write: Write) =>
      write.order.write === 'message' &&
      [write.phone, history.members.indexOf(write.order.target)].includes(read.phone);
    const kinds: [readonly { id: string }[], (write: Write) => boolean][] = [
      [posts, ({ order }) => order.write === 'post'],
      [comments, (write) => write.order.write === 'comment' && isOwn(write)],
      [comments, (write) => write.order.write === 'comment' && !isOwn(write)],
      [messages, isMine],
    ];
    for (const author of history.members.keys())
      for (const [rows, isOfKind] of kinds) {
        const ids = new Set(rows.map(({ id }) => id));
        let missing: string | undefined;
        for (const write of history.writes) {
          if (write.phone !== author || !isOfKind(write) || !isDone(write) || removed.has(write.id ?? '')) continue;
          const text = textOf(write);
          if (!ids.has(write.id ?? '')) missing ??= text;
          else if (missing !== undefined)
            return report('order of writes', `${nameOf(read)} has ${text} and not ${missing}`);
        }
      }
  }
}

const textOf = ({ order }: Write): string => ('text' in order ? order.text : '');

/** A post comes with its poll. */
function checkAtomic({ reads, writes }: History, report: Report): void {
  const withPoll = new Set(
    writes.flatMap(({ order, id }) => (order.write === 'post' && order.hasPoll && id !== undefined ? [id] : [])),
  );
  for (const read of reads)
    for (const { id, title, poll } of read.seen.posts)
      if (poll === 'missing' || (poll === 'none' && withPoll.has(id)))
        return report('atomic actions', `${nameOf(read)} has ${title} without its poll`);
}

/** Counts are those of some moment, include what the member did, and nothing that nobody did. */
function checkCounts({ members, reads, writes }: History, report: Report): void {
  const known = new Map<string, { read: Read; post: SeenPost }>();
  const votes = members.map((_, phone) => votesOf(writes.filter((write) => write.phone === phone)));
  for (const read of reads)
    for (const post of read.seen.posts) {
      const own = valueAt(votes[read.phone]?.get(post.id) ?? [], read);
      if (own !== undefined) {
        const others = votes.filter((_, phone) => phone !== read.phone).map((given) => given.get(post.id) ?? []);
        const values = others.map((given) => [
          0,
          ...given.filter(({ began }) => began < read.ended).map(({ value }) => value),
        ]);
        const least = values.reduce((sum, each) => sum + Math.min(...each), own);
        const most = values.reduce((sum, each) => sum + Math.max(...each), own);
        if (post.score < least || post.score > most)
          return report('counts', `${nameOf(read)} shows ${post.score} for ${post.title}: it is ${least} to ${most}`);
      }
      if (read.seen.unconfirmed > 0 || !post.isShared) continue;
      const key = `${post.id} ${post.version}`;
      const first = known.get(key);
      if (!first) known.set(key, { read, post });
      else if (first.post.score !== post.score || first.post.comments !== post.comments)
        return report(
          'counts',
          `${post.title}, version ${post.version}: ${nameOf(read)} shows ${post.score} and ${post.comments}, ${nameOf(first.read)} ${first.post.score} and ${first.post.comments}`,
        );
    }
}
