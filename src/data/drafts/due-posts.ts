import type { Picture } from '#contract/media.ts';
import { createStore } from '#lib/store.ts';

/** A post that was submitted while its photos are reduced. No form shows it. */
export interface DuePost {
  /** Of the post. */
  id: string;
  draft: string;
  title: string;
  description: string;
  isPublic: boolean;
  /** How many it will have, and those of them that are reduced. */
  photos: number;
  pictures: readonly Pick<Picture, 'id' | 'width' | 'height'>[];
  /** ISO 8601. */
  submitted_at: string;
}

/** Of the account that is open; `watch-due.ts` sets it. */
export const duePosts = createStore<readonly DuePost[]>([]);
