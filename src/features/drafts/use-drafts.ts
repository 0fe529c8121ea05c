import { useEffect } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { type Draft, finishDrafts, listDrafts, useOwner } from './drafts.ts';

const NONE: readonly Draft[] = [];

/** A place's drafts, newest first; follows changes in this tab and in others. */
export function useDrafts(place: string): readonly Draft[] {
  const owner = useOwner();
  // Not in the query, which must not write.
  useEffect(() => void finishDrafts(owner), [owner]);
  const drafts = useLiveQuery(() => listDrafts(owner, place), [owner, place], NONE);
  // Until the query of a new owner has answered, its result is that of the previous one.
  return drafts.filter((draft) => draft.owner === owner);
}
