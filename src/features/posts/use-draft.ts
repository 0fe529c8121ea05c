import { useState } from 'react';
import { savePostDraft, type PostDraft } from './drafts.ts';

/** A draft in a form. Every change is kept on the device as it happens: nothing is lost by Back, a reload or a killed process. */
export function useDraft(
  initial: PostDraft,
  onKept?: (kept: boolean) => void,
): readonly [PostDraft, (part: Partial<PostDraft>) => void] {
  const [draft, setDraft] = useState(initial);
  const change = (part: Partial<PostDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    void savePostDraft(next).then((kept) => onKept?.(kept));
  };
  return [draft, change];
}
