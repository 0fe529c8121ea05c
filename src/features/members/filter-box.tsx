import { useRef } from 'react';
import { membersCopy } from '#copy/members.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { CloseIcon, SearchIcon } from '#ui/icons/icons.tsx';
import styles from './filter-box.module.css';

interface FilterBoxProps {
  value: string;
  onChange: (value: string) => void;
  /** Number of all members; null while unknown. */
  total: number | null;
}

/** The filter of the members list, with the number of members at its end. */
export function FilterBox({ value, onChange, total }: FilterBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <search className={styles.bar}>
      <label className={styles.box}>
        <SearchIcon className={styles.icon} />
        <span className="sr">{membersCopy.filter}</span>
        <input
          ref={input}
          type="search"
          className={styles.input}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && value !== '' && clear()}
          placeholder={membersCopy.filter}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={31}
        />
      </label>
      {value !== '' ? (
        <IconButton label={membersCopy.clear} className={styles.end} onClick={clear} quiet>
          <CloseIcon />
        </IconButton>
      ) : (
        total !== null && (
          <span className={styles.total} aria-hidden="true">
            {membersCopy.total(total)}
          </span>
        )
      )}
    </search>
  );
}
