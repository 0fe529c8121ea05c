import { attempt } from './draft-notes.ts';

/** A text that is being edited in the outbox. */
export interface OpenEdit {
  action_id: string;
  account: string;
  before: string;
  text: string;
}

const PREFIX = 'rangeday-edits:';
const keyOf = (account: string): string => `${PREFIX}${account}`;

const isOpenEdit = (value: unknown): value is OpenEdit => {
  const { action_id, account, before, text } = Object(value) as Partial<OpenEdit>;
  return [action_id, account, before, text].every((each) => typeof each === 'string');
};

/** Those that this page or an earlier one left open. */
export function readOpenEdits(account: string): OpenEdit[] {
  const stored: unknown = attempt((storage) => JSON.parse(storage.getItem(keyOf(account)) ?? '[]'));
  return Array.isArray(stored) ? stored.filter(isOpenEdit) : [];
}

/** In localStorage, which is synchronous: another tab may accept an update, which reloads this one, at any moment. */
export const storeOpenEdits = (account: string, edits: readonly OpenEdit[]): void =>
  attempt((storage) => {
    if (edits.length > 0) storage.setItem(keyOf(account), JSON.stringify(edits));
    else storage.removeItem(keyOf(account));
  });

/** Whether this key of localStorage has the edits of an account. */
export const isOpenEditsKey = (key: string | null): boolean => key?.startsWith(PREFIX) ?? false;
