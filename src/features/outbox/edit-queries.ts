import { useEffect } from 'react';
import { isOpenEditsKey, type OpenEdit, readOpenEdits, storeOpenEdits } from '#data/drafts/open-edits.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { createStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';

export type { OpenEdit } from '#data/drafts/open-edits.ts';

/**
 * The texts that are being edited in the outbox. Beside the items: an item that is sent meanwhile moves or goes, and
 * what was typed stays, also after a reload.
 */
const openEdits = createStore<readonly OpenEdit[]>([]);

/** The account whose edits were read. */
let loaded: string | null = null;

const account = (): string => accountOf(sessionStore.get());
const load = (): void => openEdits.set(readOpenEdits((loaded = account())));

/** Once per page and account: where localStorage is blocked, they are only in memory. */
function loadOnce(): void {
  if (loaded === account()) return;
  if (loaded === null) addEventListener('storage', ({ key }) => isOpenEditsKey(key) && load());
  load();
}

function change(edit: (before: readonly OpenEdit[]) => OpenEdit[]): void {
  loadOnce();
  openEdits.set(edit(openEdits.get()));
  storeOpenEdits(account(), openEdits.get());
}

export const startEdit = (action_id: string, before: string): void =>
  change((edits) => [...edits, { action_id, account: account(), before, text: before }]);

export const changeEdit = (action_id: string, text: string): void =>
  change((edits) => edits.map((edit) => (edit.action_id === action_id ? { ...edit, text } : edit)));

export const endEdit = (action_id: string): void =>
  change((edits) => edits.filter((edit) => edit.action_id !== action_id));

export function useOpenEdits(): readonly OpenEdit[] {
  const owner = accountOf(useStore(sessionStore));
  useEffect(loadOnce, [owner]);
  return useStore(openEdits).filter((edit) => edit.account === owner);
}
