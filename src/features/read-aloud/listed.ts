import type { FeedPost } from '#contract/feed-post.ts';

/** The posts of the lists on screen, and those near it. */
const listed = new Map<string, FeedPost>();

/** Called by each entry of a list. Returns what its end calls. */
export function listPost(post: FeedPost): () => void {
  listed.set(post.id, post);
  return () => {
    if (listed.get(post.id) === post) listed.delete(post.id);
  };
}

export const isListed = (id: string): boolean => listed.has(id);

const places = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-key]')];

/** The entry of a post in a list. */
export const articleOf = (id: string): Element | undefined => places().find(({ dataset }) => dataset.key === id);

/** The post that follows in the list, of those that are rendered. What is no post, such as an ad, is passed over. */
export function postBelow(id: string): FeedPost | null {
  const all = places();
  const at = all.findIndex(({ dataset }) => dataset.key === id);
  if (at < 0) return null;
  const below = all.slice(at + 1).find(({ dataset }) => listed.has(dataset.key ?? ''));
  return listed.get(below?.dataset.key ?? '') ?? null;
}
