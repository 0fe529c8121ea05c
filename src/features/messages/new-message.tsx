import { AtName } from '#ui/at-name.tsx';
import { Link } from '#ui/link.tsx';
import { useState } from 'react';
import { messagesCopy } from '#copy/messages.ts';
import { AuthorAvatar } from '#features/author/author.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { ComposeIcon } from '#ui/icons/icons.tsx';
import { useMemberSearch } from './recipient-queries.ts';
import styles from './new-message.module.css';

export function NewMessage() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <IconButton label={messagesCopy.newMessage} onClick={() => setOpen(true)}>
        <ComposeIcon />
      </IconButton>
      <Dialog open={isOpen} title={messagesCopy.newMessage} placement="sheet" onClose={close}>
        <Search onChosen={close} />
      </Dialog>
    </>
  );
}

function Search({ onChosen }: { onChosen: () => void }) {
  const [typed, setTyped] = useState('');
  const { recipients, state } = useMemberSearch(typed);
  const note =
    state === 'offline'
      ? messagesCopy.searchOffline
      : state === 'failed'
        ? messagesCopy.searchFailed
        : state === 'waiting'
          ? messagesCopy.searching
          : recipients.length === 0 && state === 'done'
            ? messagesCopy.nobody
            : null;
  return (
    <div className={styles.search}>
      <Field
        label={messagesCopy.recipient}
        start="@"
        value={typed}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={31}
        data-autofocus
        onChange={(event) => setTyped(event.target.value)}
      />
      <ul aria-label={messagesCopy.recipients}>
        {recipients.map(({ id, author }) => (
          <li key={id}>
            <Link to="/messages/$userId" params={{ userId: id }} className={styles.member} onClick={onChosen}>
              <AuthorAvatar author={author} />
              <b>
                <AtName name={author.username} />
              </b>
            </Link>
          </li>
        ))}
      </ul>
      <output className={styles.note}>{note}</output>
    </div>
  );
}
