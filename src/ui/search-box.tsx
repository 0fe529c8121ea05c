import { useRef, type ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import { CloseIcon, SearchIcon } from './icons/icons.tsx';
import { BackIcon } from './icons/more-icons.tsx';
import styles from './search-box.module.css';

interface SearchBoxProps {
  value: string;
  onChange: (value: string) => void;
  /** Name of the field, also shown in it while it is empty. */
  label: string;
  clearLabel: string;
  maxLength: number;
  end?: ReactNode;
  /** The field is the bar of the page, without a title above it. It begins with a button that also clears it. */
  backLabel?: string | undefined;
  /** Focused when the page opens. Not on touch screens, whose keyboard would cover the page. */
  isFocused?: boolean;
}

/** A search field that stays at the top. Escape clears it. */
export function SearchBox({
  value,
  onChange,
  label,
  clearLabel,
  maxLength,
  backLabel,
  end,
  isFocused = false,
}: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <search className={styles.bar} data-top-bar={backLabel === undefined ? 'below' : 'page'}>
      {backLabel !== undefined && (
        <IconButton label={backLabel} onClick={clear}>
          <BackIcon />
        </IconButton>
      )}
      <div className={styles.field}>
        <label className={styles.box}>
          <SearchIcon className={styles.icon} />
          <span className="sr">{label}</span>
          <input
            ref={input}
            type="search"
            className={styles.input}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && value !== '' && clear()}
            placeholder={label}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={maxLength}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page was opened to type here
            autoFocus={isFocused && !matchMedia('(hover: none)').matches}
          />
        </label>
        {value !== '' ? (
          <IconButton label={clearLabel} className={styles.end} onClick={clear} quiet>
            <CloseIcon />
          </IconButton>
        ) : (
          end != null && (
            <span className={styles.total} aria-hidden="true">
              {end}
            </span>
          )
        )}
      </div>
    </search>
  );
}
