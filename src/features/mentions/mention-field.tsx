import { useId, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react';
import { mentionsCopy } from '#copy/mentions.ts';
import { AuthorAvatar } from '#features/author/author.tsx';
import { cx } from '#ui/class-names.ts';
import { GrowingTextarea } from '#ui/growing-textarea.tsx';
import { TurningRing } from '#ui/turning-ring.tsx';
import { insertText } from '#ui/insert-text.ts';
import { isComposing } from '#lib/is-composing.ts';
import styles from './mention-field.module.css';
import { partialName } from './partial-name.ts';
import { type FoundMember, useMemberSearch } from './queries.ts';

interface MentionFieldProps extends Omit<ComponentProps<'textarea'>, 'value'> {
  value: string;
  /** Where the members are listed. */
  placement?: 'above' | 'below';
}

/** A growing text field that suggests members while a name is written after an @. */
export function MentionField({ placement = 'below', onKeyDown, onChange, ...field }: MentionFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  const listId = useId();
  const [partial, setPartial] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const { members, isSearching } = useMemberSearch(partial);
  const isOpen = partial !== null && (members.length > 0 || isSearching);
  const active = Math.min(at, members.length - 1);

  const look = (area: HTMLTextAreaElement) => {
    const isCaret = area.selectionStart === area.selectionEnd && document.activeElement === area;
    const next = isCaret ? partialName(area.value, area.selectionEnd) : null;
    if (next === partial) return;
    setPartial(next);
    setAt(0);
  };
  const pick = ({ author }: FoundMember) => {
    const area = box.current?.querySelector('textarea');
    if (!area || partial === null) return;
    area.focus();
    insertText(area, `@${author.username} `, area.selectionEnd - partial.length - 1);
    setPartial(null);
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const chosen = members[active];
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    // During input-method composition these keys belong to it.
    if (!isOpen || isComposing(event)) return onKeyDown?.(event);
    if (event.key === 'Escape') setPartial(null);
    else if (step !== 0 && chosen) setAt((active + step + members.length) % members.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen && !event.ctrlKey && !event.metaKey) pick(chosen);
    else return onKeyDown?.(event);
    event.preventDefault();
  };
  return (
    <div ref={box} className={styles.field}>
      <GrowingTextarea
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen && members.length > 0 ? listId : undefined}
        aria-activedescendant={isOpen && members[active] ? `${listId}-${active}` : undefined}
        {...field}
        onKeyDown={press}
        onChange={(event) => {
          onChange?.(event);
          look(event.target);
        }}
        onSelect={(event) => look(event.currentTarget)}
        onBlur={() => setPartial(null)}
      />
      {isOpen && (
        <div className={cx(styles.popup, styles[placement])}>
          {/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- a select cannot hold pictures; the field keeps the focus and handles the keys */}
          {members.length > 0 && (
            <div id={listId} role="listbox" tabIndex={-1} aria-label={mentionsCopy.label}>
              {members.map((found, index) => (
                <div
                  key={found.id}
                  id={`${listId}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === active}
                  className={styles.option}
                  // Keeps the focus in the field.
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => pick(found)}
                >
                  <AuthorAvatar author={found.author} size="s" />
                  <Name name={found.author.username} typed={partial.length} />
                  {found.isFriend && <small>{mentionsCopy.friend}</small>}
                </div>
              ))}
            </div>
          )}
          {/* oxlint-enable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events */}
          {isSearching && (
            <p className={styles.searching}>
              <TurningRing />
              {mentionsCopy.searching}
            </p>
          )}
        </div>
      )}
      <output className="sr">{isOpen && !isSearching ? mentionsCopy.found(members.length) : ''}</output>
    </div>
  );
}

function Name({ name, typed }: { name: string; typed: number }) {
  return (
    <span className={styles.name}>
      @<b>{name.slice(0, typed)}</b>
      {name.slice(typed)}
    </span>
  );
}
