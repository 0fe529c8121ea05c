import { useEffect } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { KindOf, Place } from '#contract/drafts.ts';
import { type Draft, finishDrafts, listDrafts, useOwner } from './drafts.ts';

/** A place's drafts, newest first. Updates after changes in this tab and in others. */
export function useDrafts<P extends Place>(place: P): readonly Draft<KindOf<P>>[] {
  const owner = useOwner();
  // Not in the query, because a live query must not write.
  useEffect(() => void finishDrafts(owner), [owner]);
  const drafts = useLiveQuery(() => listDrafts(owner, place), [owner, place]) ?? [];
  // After a change of account the result is the previous account's until the new query has answered.
  return drafts.filter((draft) => draft.owner === owner);
}
