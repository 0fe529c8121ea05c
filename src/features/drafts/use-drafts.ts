import { useEffect } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { type Draft, finishDrafts, listDrafts, useOwner } from './drafts.ts';

const NONE: readonly Draft[] = [];

/** A place's drafts, newest first. Updates after changes in this tab and in others. */
export function useDrafts(place: string): readonly Draft[] {
  const owner = useOwner();
  // Not in the query, because a live query must not write.
  useEffect(() => void finishDrafts(owner), [owner]);
  const drafts = useLiveQuery(() => listDrafts(owner, place), [owner, place], NONE);
  // After a change of account the result is the previous account's until the new query has answered.
  return drafts.filter((draft) => draft.owner === owner);
}
