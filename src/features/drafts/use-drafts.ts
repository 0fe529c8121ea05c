import { useEffect, useState } from 'react';
import { type Draft, listDrafts, useOwner, watchDrafts } from './drafts.ts';

/** A place's drafts, newest first; follows this tab and the others. */
export function useDrafts(place: string): readonly Draft[] {
  const owner = useOwner();
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);
  useEffect(() => {
    let gone = false;
    const read = () => void listDrafts(place).then((found) => gone || setDrafts(found));
    read();
    const stop = watchDrafts((changed) => changed === place && read());
    return () => {
      gone = true;
      stop();
    };
  }, [place, owner]);
  return drafts.filter((draft) => draft.owner === owner);
}
