import { outboxCopy } from '#copy/outbox.ts';
import { friendsCopy } from '#copy/profile.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { AddPersonIcon, CheckIcon, CloseIcon } from '#ui/icons/icons.tsx';
import { Stamp } from '#ui/stamp.tsx';
import { acceptFriend, cancelRequest, declineFriend, requestFriend } from './friend-actions.ts';
import styles from './friend-action.module.css';
import type { Friendship } from './queries.ts';

interface FriendActionProps {
  other: { id: string; username: string };
  friendship: Friendship;
}

/** The possible friend actions: request, cancel, accept, decline; a check mark for friends. */
export function FriendAction({ other, friendship: { relation, state } }: FriendActionProps) {
  const unsent = state === 'queued' || state === 'sending';
  const stamp = unsent && <Stamp state={state} label={outboxCopy.stamps[state]} />;
  switch (relation) {
    case 'none':
      return (
        <Button size="s" onClick={() => void requestFriend(other)}>
          <AddPersonIcon size="s" />
          {friendsCopy.add}
        </Button>
      );
    case 'sent':
      return (
        <div className={styles.waiting}>
          {stamp || <span className={styles.note}>{friendsCopy.waiting}</span>}
          <Button
            kind="outline"
            size="s"
            aria-label={friendsCopy.cancelFor(other.username)}
            onClick={() => void cancelRequest(other)}
          >
            {friendsCopy.cancel}
          </Button>
        </div>
      );
    case 'received':
      return <Answer other={other} />;
    case 'friends':
      return (
        <div className={styles.waiting}>
          {stamp}
          <span className={styles.friends}>
            <CheckIcon size="s" />
            {friendsCopy.friends}
          </span>
        </div>
      );
  }
}

interface AnswerProps extends Pick<FriendActionProps, 'other'> {
  /** In a row of a list. */
  compact?: boolean;
  acceptFirst?: boolean;
}

export function Answer({ other, compact = false, acceptFirst = false }: AnswerProps) {
  const decline = () => void declineFriend(other);
  const label = friendsCopy.declineFor(other.username);
  const accept = (
    <Button size="s" aria-label={friendsCopy.acceptFor(other.username)} onClick={() => void acceptFriend(other)}>
      {friendsCopy.accept}
    </Button>
  );
  return (
    <div className={styles.answer}>
      {acceptFirst && accept}
      {compact ? (
        <IconButton kind="outline" label={label} onClick={decline}>
          <CloseIcon />
        </IconButton>
      ) : (
        <Button kind="outline" size="s" aria-label={label} onClick={decline}>
          {friendsCopy.decline}
        </Button>
      )}
      {!acceptFirst && accept}
    </div>
  );
}
