import { v7 } from 'uuid';
import type { ContactMessage } from '#contract/forms.ts';
import { draftsOf, storeDraft, removeDraft } from '#data/drafts/drafts.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';

export interface ContactDraft extends ContactMessage {
  id: string;
}

const account = () => accountOf(sessionStore.get());

/** The unfinished message of this account (or of guests), or an empty one. */
export async function loadContactDraft(): Promise<ContactDraft> {
  const [row] = await draftsOf(account(), 'contact');
  const { name = '', email = '', message = '' } = row?.fields ?? {};
  return { id: row?.id ?? v7(), name, email, message };
}

/** Saves the message on this device. Call it at every change. False if it could not be saved. */
export async function saveContactDraft({ id, name, email, message }: ContactDraft): Promise<boolean> {
  const fields = { name, email, message };
  return (await storeDraft(account(), { id, place: 'contact', fields, files: [], changed_at: Date.now() })) === 'saved';
}

export async function dropContactDraft(id: string): Promise<void> {
  await removeDraft(account(), id);
}
