import { accountOf, sessionStore } from '#data/session/session.ts';
import { createStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';

export interface OpenEdit {
  action_id: string;
  account: string;
  before: string;
  text: string;
}

/**
 * The texts that are being edited in the outbox. In memory, beside the items: an item that is sent meanwhile moves or
 * goes, and what was typed stays.
 */
const openEdits = createStore<readonly OpenEdit[]>([]);

export const startEdit = (action_id: string, before: string): void =>
  openEdits.set([...openEdits.get(), { action_id, account: accountOf(sessionStore.get()), before, text: before }]);

export const changeEdit = (action_id: string, text: string): void =>
  openEdits.set(openEdits.get().map((edit) => (edit.action_id === action_id ? { ...edit, text } : edit)));

export const endEdit = (action_id: string): void =>
  openEdits.set(openEdits.get().filter((edit) => edit.action_id !== action_id));

export function useOpenEdits(): readonly OpenEdit[] {
  const account = accountOf(useStore(sessionStore));
  return useStore(openEdits).filter((edit) => edit.account === account);
}
