import { useEffect, useRef, useState } from 'react';
import {
  type Draft,
  newDraft,
  openDraft,
  releaseDraft,
  saveDraft,
  type SaveResult,
  openDraftById,
  useOwner,
} from './drafts.ts';

export interface DraftHandle {
  /** Null until it was read. */
  draft: Draft | null;
  /** The result of saving the last change; null before the first one. */
  saved: SaveResult | null;
  change: (text: Record<string, string>) => void;
  /** Continues with another draft, or with a new one for null. The present one stays stored. False if another tab has the other one open. */
  switchTo: (id: string | null) => Promise<boolean>;
}

/**
 * The draft of a form. Each change is saved at once, so that it survives Back, a reload and a killed process. `initial` is the text of
 * an empty draft (for a post that is edited) and is not saved.
 */
export function useDraft(place: string, initial: Record<string, string> = {}): DraftHandle {
  const owner = useOwner();
  const [opened, setDraft] = useState<Draft | null>(null);
  const draft = opened?.owner === owner ? opened : null;
  const [saved, setSaved] = useState<SaveResult | null>(null);
  const first = useRef(initial);
  const current = useRef<string | null>(null);

  useEffect(() => {
    let isUnmounted = false;
    void openDraft(place).then((found) => {
      if (isUnmounted) return releaseDraft(found.id);
      current.current = found.id;
      setDraft({ ...found, text: { ...first.current, ...found.text } });
      setSaved(found.changed_at > 0 ? 'saved' : null);
    });
    return () => {
      isUnmounted = true;
      if (current.current) releaseDraft(current.current);
      current.current = null;
    };
  }, [place, owner]);

  return {
    draft,
    saved,
    change(text) {
      if (!draft) return;
      const next = { ...draft, text: { ...draft.text, ...text } };
      setDraft(next);
      void saveDraft(place, next).then((result) => setSaved(result));
    },
    async switchTo(id) {
      const next = id ? await openDraftById(id) : await newDraft();
      if (!next) return false;
      if (current.current) releaseDraft(current.current);
      current.current = next.id;
      setDraft(next);
      setSaved(next.changed_at > 0 ? 'saved' : null);
      return true;
    },
  };
}
