import { discardDraft } from '#features/drafts/drafts.ts';
import { type Saved, useDraft } from '#features/drafts/use-draft.ts';
import { type ProfileValues, type RejectedEdit, useRejectedEdit } from './profile-queries.ts';

export interface ProfileDraft {
  /** Of the profile, with the last rejected change and the unsaved ones. */
  values: ProfileValues;
  isChanged: boolean;
  rejected: RejectedEdit | null;
  saved: Saved | null;
  set: (name: string, value: string) => void;
  /** Discards all unsaved changes. Returns the function that restores them. */
  reset: () => () => void;
  /** Forgets all unsaved changes, or those of one field. */
  forget: (name?: string) => Promise<void>;
}

/** Unsaved profile changes. Only changed fields are stored, so that an old draft undoes nothing newer. */
export function useProfileDraft(profile: ProfileValues): ProfileDraft | null {
  const rejected = useRejectedEdit();
  const { draft, saved, change } = useDraft('profile');
  if (!draft) return null;
  const changes: ProfileValues = draft.fields.changes ?? {};
  const base: ProfileValues = { ...profile, ...rejected?.values };
  const values: ProfileValues = { ...base, ...changes };
  const without = (name: string) => Object.entries(changes).filter(([other]) => other !== name);
  const store = (entries: [string, string][]) => change({ changes: Object.fromEntries(entries) });
  return {
    values,
    isChanged: Object.keys(changes).length > 0,
    rejected,
    saved,
    set: (name, value) => store(base[name] === value ? without(name) : [...without(name), [name, value]]),
    reset() {
      store([]);
      return () => store(Object.entries(changes));
    },
    async forget(name) {
      if (name !== undefined && without(name).length > 0) store(without(name));
      else await discardDraft(draft.id);
    },
  };
}
