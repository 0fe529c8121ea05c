import { useEffect, useRef, useState } from 'react';
import type { Picture } from '#contract/media.ts';
import {
  type Draft,
  newDraft,
  openDraft,
  openShared,
  releaseDraft,
  saveDraft,
  type SaveResult,
  openDraftById,
  useOwner,
} from './drafts.ts';

export interface Saved {
  result: SaveResult;
  /** Milliseconds since 1970. */
  at: number;
}

export interface DraftHandle {
  /** Null until it was read. */
  draft: Draft | null;
  /** The result of saving the last change; null before the first one. */
  saved: Saved | null;
  change: (text: Record<string, string>) => void;
  /** Changes the pictures of the draft with this id; of another one it does nothing. Resolves when they are stored. */
  changeFiles: (id: string, edit: (files: Picture[]) => Picture[]) => Promise<SaveResult | null>;
  /**
   * Continues with another draft, or with a new one for null: at once, so that what is typed next belongs to it. The
   * present one stays stored. False if another tab has the other one open.
   */
  switchTo: (id: string | null) => Promise<boolean>;
}

const savedBefore = ({ changed_at: at }: Draft): Saved | null => (at > 0 ? { result: 'saved', at } : null);

/**
 * The draft of a form. Each change is saved at once, so that it survives Back, a reload and a killed process. `initial`
 * is the text of an empty draft (for a post that is edited) and is not saved. `takesShared`: first what another app
 * shared.
 */
export function useDraft(place: string, initial: Record<string, string> = {}, takesShared = false): DraftHandle {
  const owner = useOwner();
  const [opened, setDraft] = useState<Draft | null>(null);
  const draft = opened?.owner === owner ? opened : null;
  const [saved, setSaved] = useState<Saved | null>(null);
  const first = useRef(initial);
  const current = useRef<string | null>(null);
  /**
   * The draft with all changes of this moment: pictures are added after a while, when the render that started it is
   * old.
   */
  const latest = useRef<Draft | null>(null);
  const show = (next: Draft) => {
    latest.current = next;
    setDraft(next);
  };

  useEffect(() => {
    let isUnmounted = false;
    const open = async () => (takesShared && (await openShared(place))) || openDraft(place);
    void open().then((found) => {
      if (isUnmounted) return releaseDraft(found.id);
      current.current = found.id;
      latest.current = { ...found, text: { ...first.current, ...found.text } };
      setDraft(latest.current);
      setSaved(savedBefore(found));
    });
    return () => {
      isUnmounted = true;
      if (current.current) releaseDraft(current.current);
      current.current = null;
    };
  }, [place, owner, takesShared]);

  return {
    draft,
    saved,
    change(text) {
      const before = latest.current;
      if (!draft || before?.id !== draft.id) return;
      const next = { ...before, text: { ...before.text, ...text } };
      show(next);
      void saveDraft(place, next, false).then((result) => setSaved({ result, at: Date.now() }));
    },
    async changeFiles(id, edit) {
      const before = latest.current;
      if (before?.id !== id || before.owner !== owner) return null;
      const next = { ...before, files: edit(before.files) };
      show(next);
      const result = await saveDraft(place, next, true);
      setSaved({ result, at: Date.now() });
      return result;
    },
    async switchTo(id) {
      const next = id ? await openDraftById(id) : newDraft();
      if (!next) return false;
      if (current.current) releaseDraft(current.current);
      current.current = next.id;
      show(next);
      setSaved(savedBefore(next));
      return true;
    },
  };
}
