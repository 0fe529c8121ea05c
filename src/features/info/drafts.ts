import { v7 } from 'uuid';
import type { ContactMessage } from '#contract/forms.ts';
import { keepDraft, newestDraft, removeDraft } from '#data/local/drafts.ts';
import { accountOf, sessionStore } from '#data/session.ts';

export interface ContactDraft extends ContactMessage {
  id: string;
}

const PLACE = 'contact';
const account = () => accountOf(sessionStore.get());

/** The unfinished message of this account (or of guests), or an empty one. */
export async function loadContactDraft(): Promise<ContactDraft> {
  const row = await newestDraft(account(), PLACE);
  const { name = '', email = '', message = '' } = row?.text ?? {};
  return { id: row?.id ?? v7(), name, email, message };
}

/** False when the device could not keep it. */
export function saveContactDraft({ id, name, email, message }: ContactDraft): Promise<boolean> {
  return keepDraft(account(), { id, place: PLACE, text: { name, email, message }, changed_at: Date.now() });
}

export const dropContactDraft = (id: string): Promise<void> => removeDraft(account(), id);
