import { useEffect, useRef, useState } from 'react';
import type { Picture } from '#contract/media.ts';
import type { DraftKind, FieldsOf, KindOf, Place } from '#contract/drafts.ts';
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

export interface DraftHandle<Kind extends DraftKind> {
  /** Null until it was read. */
  draft: Draft<Kind> | null;
  /** The result of saving the last change; null before the first one. */
  saved: Saved | null;
  change: (part: FieldsOf<Kind>) => void;
  /** Changes the pictures of the draft with this id; of another one it does nothing. Resolves when they are stored. */
  changeFiles: (id: string, edit: (files: Picture[]) => Picture[]) => Promise<SaveResult | null>;
  /**
   * Continues with another draft, or with a new one for null: at once, so that what is typed next belongs to it. The
   * present one stays stored. False if another tab has the other one open.
   */
  switchTo: (id: string | null) => Promise<boolean>;
}

const savedBefore = ({ changed_at: at }: Pick<Draft<DraftKind>, 'changed_at'>): Saved | null =>
  at > 0 ? { result: 'saved', at } : null;

/**
 * The draft of a form. Each change is saved at once, so that it survives Back, a reload and a killed process. `initial`
 * is what an empty draft has (for a post that is edited) and is not saved. `takesShared`: first what another app
 * shared.
 */
export function useDraft<P extends Place>(
  place: P,
  initial: Partial<FieldsOf<KindOf<P>>> = {},
  takesShared = false,
): DraftHandle<KindOf<P>> {
  type Opened = Draft<KindOf<P>>;
  const owner = useOwner();
  const [opened, setDraft] = useState<Opened | null>(null);
  const draft = opened?.owner === owner ? opened : null;
  const [saved, setSaved] = useState<Saved | null>(null);
  const first = useRef(initial);
  const current = useRef<string | null>(null);
  /**
   * The draft with all changes of this moment: pictures are added after a while, when the render that started it is
   * old.
   */
  const latest = useRef<Opened | null>(null);
  const show = (next: Opened) => {
    latest.current = next;
    setDraft(next);
  };

  useEffect(() => {
    let isUnmounted = false;
    const open = async () => ((takesShared && (await openShared())) || (await openDraft(place))) as Opened;
    void open().then((found) => {
      if (isUnmounted) return releaseDraft(found.id);
      current.current = found.id;
      latest.current = { ...found, fields: { ...first.current, ...found.fields } };
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
    change(part) {
      const before = latest.current;
      if (!draft || before?.id !== draft.id) return;
      const next = { ...before, fields: { ...before.fields, ...part } };
      show(next);
      void saveDraft(next, false).then((result) => setSaved({ result, at: Date.now() }));
    },
    async changeFiles(id, edit) {
      const before = latest.current;
      if (before?.id !== id || before.owner !== owner) return null;
      const next = { ...before, files: edit(before.files) };
      show(next);
      const result = await saveDraft(next, true);
      setSaved({ result, at: Date.now() });
      return result;
    },
    async switchTo(id) {
      const next = id ? await openDraftById(id, place) : newDraft(place);
      if (!next) return false;
      if (current.current) releaseDraft(current.current);
      current.current = next.id;
      show(next);
      setSaved(savedBefore(next));
      return true;
    },
  };
}
