import { traitsOf } from '#contract/actions.ts';
import { errorText } from '#copy/errors.ts';
import { outboxCopy } from '#copy/outbox.ts';
import { outboxScreenCopy } from '#copy/outbox-screen.ts';
import { useLocalImage } from '#features/media/queries.ts';
import { Button } from '#ui/button.tsx';
import { entryProps } from '#ui/entry.ts';
import { LogTime } from '#ui/log-time.tsx';
import { WIDE, useMedia } from '#ui/use-media.ts';
import { useNow } from '#ui/use-now.ts';
import { Quotes } from '#ui/quotes.tsx';
import { itemMargin } from './item-margin.ts';
import { formatAge, formatBytes } from './format.ts';
import { InlineEdit, startInlineEdit } from './inline-edit.tsx';
import { KindIcon } from './kind-icon.tsx';
import styles from './outbox-entry.module.css';
import { inlineColumnOf } from './mutations.ts';
import { useOpenEdits } from './edit-queries.ts';
import { type StoredAction, pictureOf } from './queries.ts';

export interface OutboxEntryProps {
  item: StoredAction;
  /** The text about the rejected action that blocks this one; null if none does. */
  waitsFor: string | null;
  dependents: number;
  holding: boolean;
  /** Inside a group: without the time column. */
  nested?: boolean;
  onRetry: () => void;
  onEdit: () => void;
  onDiscard: () => void;
}

export const headingOf = ({ kind, label, about }: StoredAction): string => outboxScreenCopy.heading(kind, label, about);

/** One unsent action: description, age, size, reason and buttons. */
export function OutboxEntry({ item, waitsFor, dependents, holding, nested = false, ...act }: OutboxEntryProps) {
  const { onRetry, onEdit, onDiscard } = act;
  const now = useNow();
  // The margin has no room for a long date.
  const wide = useMedia(WIDE);
  const editing = useOpenEdits().find(({ action_id }) => action_id === item.action_id);
  const refused = item.state === 'refused';
  const state = holding && item.state === 'sending' ? outboxCopy.unanswered : outboxCopy.stamps[item.state];
  const heading = headingOf(item);
  const line = outboxScreenCopy.line(item.kind, item.about);
  const address = pictureOf(item);
  // A file that is not in the storage yet.
  const isStored = address?.startsWith('/storage/') ?? false;
  const local = useLocalImage(isStored ? address : null);
  const picture = isStored ? local : address;
  const { edit } = traitsOf(item.kind);
  const isSending = item.state === 'sending';
  const isUnsent = isSending || item.state === 'queued';
  // An attempt in progress counts too. While it lasts, everything keeps its height: the list stays where it is.
  const isUncertain = isUnsent && (item.uncertain ?? 0) > (isSending ? 1 : 0);
  const mayChange = refused || (item.state === 'queued' && !isUncertain);
  const facts = [
    line !== heading && line,
    outboxScreenCopy.age(formatAge(new Date(item.created_at), new Date(now))),
    item.bytes > 0 && formatBytes(item.bytes),
    isUnsent && outboxScreenCopy.reason(item.last_error),
    isUncertain && outboxScreenCopy.uncertain,
  ].filter(Boolean);
  return (
    <li
      {...entryProps(styles.entry, itemMargin(item.state))}
      // With its state, whose section it is in: the reader's place stays where it is when the item is sent.
      data-key={`${item.action_id} ${item.state}`}
      data-nested={nested}
    >
      <div className={styles.margin}>
        {!wide && <LogTime iso={item.created_at} />}
        <KindIcon kind={item.kind} />
      </div>
      <div className={styles.column}>
        <div className={styles.words}>
          <div>
            <h3 className={styles.label} dir="auto">
              <Quotes text={heading} />
            </h3>
            <p className={styles.facts}>
              <span className="sr">{state} · </span>
              {wide && (
                <>
                  <LogTime iso={item.created_at} />
                  {' · '}
                </>
              )}
              <Quotes text={facts.join(' · ')} />
            </p>
          </div>
          {picture && (
            <img className={styles.picture} src={picture} alt={outboxScreenCopy.picture} width="56" height="56" />
          )}
        </div>
        {refused && (
          <p className={styles.why}>
            <Quotes
              text={
                waitsFor ?? outboxScreenCopy.refusal(item.kind, item.label, item.last_error ?? errorText('unknown'))
              }
            />
          </p>
        )}
        {refused && dependents > 0 && <p className={styles.dependents}>{outboxScreenCopy.dependents(dependents)}</p>}
        {editing && item.state !== 'sent' ? (
          <InlineEdit item={item} edit={editing} />
        ) : (
          (mayChange || isUnsent) && (
            <div className={styles.actions}>
              {refused && (
                <Button kind="text" size="s" aria-label={outboxScreenCopy.retryOf(heading)} onClick={onRetry}>
                  {outboxScreenCopy.retry}
                </Button>
              )}
              {mayChange && edit && (
                <Button
                  kind="text"
                  size="s"
                  aria-label={outboxScreenCopy.editOf(heading)}
                  onClick={inlineColumnOf(item.kind) ? () => startInlineEdit(item) : onEdit}
                >
                  {outboxScreenCopy.edit}
                </Button>
              )}
              <Button
                kind={refused ? 'danger' : 'text'}
                size="s"
                aria-label={outboxScreenCopy.discardOf(heading)}
                // Not `disabled`, which would lose the focus.
                aria-disabled={isSending || undefined}
                onClick={isSending ? undefined : onDiscard}
              >
                {outboxScreenCopy.discard}
              </Button>
            </div>
          )
        )}
      </div>
    </li>
  );
}
