import type { History, Rule } from './history.ts';
import { isDone, versionOf, votesOf } from './writes.ts';

/** Each action had its effect on the server once, and nothing else is there. */
export function checkStored(
  { members, writes, reads, stored }: History,
  report: (rule: Rule, what: string) => void,
): void {
  const once = (what: string, texts: readonly string[], done: readonly string[], open: ReadonlySet<string>): void => {
    const counts = Map.groupBy(texts, (text) => text);
    for (const text of done) if (!counts.has(text)) report('exactly once', `The server lacks the ${what} ${text}`);
    const expected = new Set([...done, ...open]);
    for (const [text, list] of counts) {
      if (list.length > 1) report('exactly once', `The server has the ${what} ${text} ${list.length} times`);
      else if (!expected.has(text)) report('exactly once', `The server has a ${what} that nobody wrote: ${text}`);
    }
  };
  // What a phone was told just before it was killed may have been written or not.
  const openTexts = (kind: string) =>
    new Set(
      writes.flatMap(({ order, ended }) =>
        order.write === kind && ended === undefined && 'text' in order ? [order.text] : [],
      ),
    );
  const doneTexts = (kind: string) =>
    writes.flatMap((write) =>
      write.order.write === kind && isDone(write) && 'text' in write.order ? [write.order.text] : [],
    );
  const stem = (title: string): string => title.replace(/ v\d+$/, '');

  const titles = stored.posts.map(({ title }) => stem(title));
  once('post', titles, doneTexts('post').map(stem), new Set([...openTexts('post')].map(stem)));
  for (const { id, title } of stored.posts) {
    const edits = writes.filter(({ order }) => order.write === 'edit' && order.target === id);
    const last = Math.max(0, ...edits.filter(isDone).map(({ order }) => ('text' in order ? versionOf(order.text) : 0)));
    if (versionOf(title) < last) report('exactly once', `The server has ${title}: its author wrote v${last}`);
  }

  const removals = writes.flatMap((write) =>
    write.order.write === 'uncomment' ? [{ ...write, target: write.order.target }] : [],
  );
  const removed = new Set(removals.filter(isDone).map(({ target }) => target));
  const maybeRemoved = new Set(removals.map(({ target }) => target));
  const textOf = new Map(
    writes.flatMap(({ id, order }) =>
      order.write === 'comment' && id !== undefined ? [[id, order.text] as const] : [],
    ),
  );
  const texts = (ids: Iterable<string>) => [...ids].flatMap((id) => textOf.get(id) ?? []);
  const maybeGone = new Set(texts(maybeRemoved));
  once(
    'comment',
    stored.comments.map(({ text }) => text),
    doneTexts('comment').filter((text) => !maybeGone.has(text)),
    new Set([...openTexts('comment'), ...texts([...maybeRemoved].filter((id) => !removed.has(id)))]),
  );
  once(
    'message',
    stored.messages.map(({ text }) => text),
    doneTexts('message'),
    openTexts('message'),
  );
  const told = stored.notifications.map(({ text, recipient }) => `${text} to ${recipient}`);
  for (const [text, list] of Map.groupBy(told, (each) => each))
    if (list.length > 1) report('exactly once', `The notification of ${text} is there ${list.length} times`);

  for (const [phone, member] of members.entries())
    for (const [post, votes] of votesOf(writes.filter((write) => write.phone === phone))) {
      if (votes.some(({ ended }) => ended === Infinity)) continue;
      const value = stored.votes.find((vote) => vote.post === post && vote.member === member)?.value ?? 0;
      if (value !== votes.at(-1)?.value)
        report('exactly once', `The server has the vote ${value} of phone ${phone}: it gave ${votes.at(-1)?.value}`);
    }
  for (const { id, title, score, comments } of stored.posts) {
    const sum = stored.votes.filter(({ post }) => post === id).reduce((total, { value }) => total + value, 0);
    if (sum !== score) report('counts', `The server counts ${score} for ${title}: its votes are ${sum}`);
    for (const phone of members.keys()) {
      const last = reads.findLast((read) => read.phone === phone)?.seen.posts.find((post) => post.id === id);
      if (last && (last.score !== score || last.comments !== comments))
        report(
          'counts',
          `In the end phone ${phone} shows ${last.score} and ${last.comments} for ${title}: ${score} and ${comments}`,
        );
    }
  }
  for (const phone of members.keys())
    for (const text of reads.findLast((read) => read.phone === phone)?.seen.refused ?? [])
      report('exactly once', `The server refused an action of phone ${phone}: ${text}`);
}
