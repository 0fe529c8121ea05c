import type { CrudAction } from '#contract/crud.ts';
import { cutText } from '#lib/cut-text.ts';
import { isHiddenKind, type OutboxState } from '#contract/outbox.ts';

/**
 * One action of the member, from the tap to the server. `ops` have local table and column names; times are ISO 8601.
 */
export interface Action extends Omit<CrudAction, 'kind' | 'label' | 'input'> {
  /** An ActionKind; an action of another release may have another one. */
  kind: string;
  entity_id: string;
  /** The post of a comment or vote, the other member of a message or friend action. */
  subject_id: string | null;
  /** The first words of its text. */
  label: string;
  /** The name of its subject: a post's title, '@bob'. */
  about: string | null;
  bytes: number;
  /** What its form had (contract/action-inputs.ts). Null for kinds that have no form, and from former releases. */
  input: Readonly<Record<string, unknown>> | null;
}

/** An action as the outbox stores it, with its send state. */
export interface StoredAction extends Action {
  state: OutboxState;
  attempts: number;
  /** Refused: the reason as a sentence. Queued: the RetryReason of the last attempt. */
  last_error: string | null;
  /** The refused action that blocks this one. */
  blocked_by: string | null;
  /** Above 0: sent without an answer, so the server may have it. */
  uncertain: number | null;
  /** 1: rejected by this device; the server stores no rejection. */
  is_local: number | null;
  /** When the server accepted it. */
  sent_at: string | null;
  /**
   * When a discard that can still be undone takes effect, in ms since 1970; until then the action is hidden and not
   * sent.
   */
  discard_at: number | null;
}

/** Never shown: the member can neither discard, edit nor retry it. */
export const isHidden = ({ kind }: Pick<Action, 'kind'>): boolean => isHiddenKind(kind);

/** Longest label, in UTF-16 units. */
const LABEL_LENGTH = 80;

export const toLabel = (text: string): string => cutText(text.trim(), LABEL_LENGTH);

export const byteLength = (text: string): number => new TextEncoder().encode(text).length;
