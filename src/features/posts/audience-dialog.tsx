import { useId, useState, type ReactNode } from 'react';
import { MOST_RECIPIENTS } from '#contract/posts.ts';
import { postPagesCopy } from '#copy/post-pages.ts';
import { AuthorAvatar } from '#features/author/author.tsx';
import { type Friend, useFriends } from '#features/friends/queries.ts';
import { textOfNone } from '#lib/missing.ts';
import { AtName } from '#ui/at-name.tsx';
import { Button } from '#ui/button.tsx';
import choiceStyles from '#ui/choice.module.css';
import { Dialog } from '#ui/dialog.tsx';
import { CheckIcon, SearchIcon, UsersIcon } from '#ui/icons/icons.tsx';
import { ChevronDownIcon, FriendIcon, GlobeIcon, LockIcon } from '#ui/icons/more-icons.tsx';
import type { Audience } from './post-draft.ts';
import { AudienceName } from './audience-name.tsx';
import styles from './audience-dialog.module.css';
import composer from './composer.module.css';

interface AudienceDialogProps {
  audience: Audience;
  chosen: readonly string[];
  onChange: (audience: Audience, chosen: readonly string[]) => void;
  onClose: () => void;
}

const { audiences } = postPagesCopy;

/** Shows who will see the post, and opens the choice. */
export function AudienceButton({ audience, chosen, onChange }: Omit<AudienceDialogProps, 'onClose'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={composer.audience} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <AudienceName audience={audience} chosen={chosen.length} />
        <ChevronDownIcon size="s" />
      </button>
      {isOpen && (
        <AudienceDialog audience={audience} chosen={chosen} onChange={onChange} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

/** Who sees the post: everyone, all friends, some of them, or only the author. */
function AudienceDialog({ audience, chosen, onChange, onClose }: AudienceDialogProps) {
  const { friends, complete, missing } = useFriends();
  const name = useId();
  const choice = (value: Audience, icon: ReactNode, note: string = audiences[value].note) => (
    <label className={styles.choice}>
      <input
        type="radio"
        className={choiceStyles.input}
        name={name}
        checked={audience === value}
        onChange={() => onChange(value, chosen)}
      />
      <span className={choiceStyles.ring} aria-hidden="true" />
      <span className={styles.words}>
        {audiences[value].name}
        <small>{note}</small>
      </span>
      {icon}
    </label>
  );
  return (
    <Dialog
      open
      title={postPagesCopy.whoSees}
      placement="sheet"
      onClose={onClose}
      footer={
        <div className={styles.footer}>
          <Button wide onClick={onClose}>
            {audience === 'chosen' ? postPagesCopy.showTo(chosen.length) : postPagesCopy.done}
          </Button>
          <p>{postPagesCopy.audienceFinal}</p>
        </div>
      }
    >
      <fieldset className={styles.choices} aria-label={postPagesCopy.whoSees}>
        {choice('public', <GlobeIcon />)}
        {choice('friends', <UsersIcon />, friends.length > 0 ? postPagesCopy.allFriends(friends.length) : undefined)}
        {choice('chosen', <FriendIcon />, chosen.length > 0 ? postPagesCopy.chosen(chosen.length) : undefined)}
        {audience === 'chosen' && (
          <Friends
            friends={friends}
            none={textOfNone(complete, missing, {
              none: postPagesCopy.noFriends,
              loading: postPagesCopy.friendsLoading,
              notHere: postPagesCopy.noFriendsHere,
            })}
            chosen={chosen}
            onChange={(ids) => onChange('chosen', ids)}
          />
        )}
        {choice('me', <LockIcon />)}
      </fieldset>
    </Dialog>
  );
}

interface FriendsProps {
  friends: readonly Friend[];
  /** In their place, without any. */
  none: string;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

function Friends({ friends, none, chosen, onChange }: FriendsProps) {
  const [term, setTerm] = useState('');
  const wanted = term.trim().replace(/^@/, '').toLowerCase();
  const found = friends.filter(({ author }) => author.username.toLowerCase().includes(wanted));
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  if (friends.length === 0) return <output className={styles.none}>{none}</output>;
  return (
    <div className={styles.friends}>
      <label className={styles.find}>
        <SearchIcon />
        <span className="sr">{postPagesCopy.findFriend}</span>
        <input
          type="search"
          placeholder={postPagesCopy.findFriend}
          value={term}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setTerm(event.target.value)}
        />
      </label>
      {found.length === 0 && <p className={styles.none}>{postPagesCopy.noSuchFriend}</p>}
      <ul className={styles.list}>
        {found.map(({ id, author }) => (
          <li key={id}>
            <label className={styles.friend}>
              <AuthorAvatar author={author} size="s" />
              <span className={styles.words}>
                <AtName name={author.username} />
              </span>
              <input
                type="checkbox"
                className={choiceStyles.input}
                checked={chosen.includes(id)}
                disabled={!chosen.includes(id) && chosen.length >= MOST_RECIPIENTS}
                onChange={() => toggle(id)}
              />
              <span className={choiceStyles.box} aria-hidden="true">
                <CheckIcon size="s" />
              </span>
            </label>
          </li>
        ))}
      </ul>
    </div>
  );
}
