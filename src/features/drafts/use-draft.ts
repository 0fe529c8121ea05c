import { useEffect, useRef, useState } from 'react';
import {
  type Draft,
  newDraft,
  openDraft,
  releaseDraft,
  saveDraft,
  type SaveResult,
  takeDraft,
  useOwner,
} from './drafts.ts';

export interface DraftHandle {
  /** Null while the device is asked. */
  draft: Draft | null;
  /** How keeping the last change went; null: nothing was written yet. */
  kept: SaveResult | null;
  change: (text: Record<string, string>) => void;
  /** Leaves this draft where it is and goes on with another one, or with an empty one. False: another tab has it. */
  switchTo: (id: string | null) => Promise<boolean>;
}

/**
 * A place's draft in a form. Every change is kept on the device as it happens: nothing is lost by Back, a reload or a killed
 * process. `initial` fills an empty one (a post being edited) without being kept itself.
 */
export function useDraft(place: string, initial: Record<string, string> = {}): DraftHandle {
  const owner = useOwner();
  const [opened, setDraft] = useState<Draft | null>(null);
  const draft = opened?.owner === owner ? opened : null;
  const [kept, setKept] = useState<SaveResult | null>(null);
  const first = useRef(initial);
  const current = useRef<string | null>(null);

  useEffect(() => {
    let gone = false;
    void openDraft(place).then((found) => {
      if (gone) return releaseDraft(found.id);
      current.current = found.id;
      setDraft({ ...found, text: { ...first.current, ...found.text } });
      setKept(found.changed_at > 0 ? 'kept' : null);
    });
    return () => {
      gone = true;
      if (current.current) releaseDraft(current.current);
      current.current = null;
    };
  }, [place, owner]);

  return {
    draft,
    kept,
    change(text) {
      if (!draft) return;
      const next = { ...draft, text: { ...draft.text, ...text } };
      setDraft(next);
      void saveDraft(place, next).then((result) => setKept(result));
    },
    async switchTo(id) {
      const next = id ? await takeDraft(id) : await newDraft();
      if (!next) return false;
      if (current.current) releaseDraft(current.current);
      current.current = next.id;
      setDraft(next);
      setKept(next.changed_at > 0 ? 'kept' : null);
      return true;
    },
  };
}
