import type { Ref } from 'react';
import { PROFILE_LIMITS } from '#contract/profile.ts';
import { meCopy } from '#copy/me.ts';
import { AtName } from '#ui/at-name.tsx';
import { Field } from '#ui/field.tsx';
import { CheckIcon, ClockIcon, RingIcon } from '#ui/icons/icons.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Pill } from '#ui/pill.tsx';
import type { NameCheck } from './username-queries.ts';
import styles from './profile-form.module.css';

interface UsernameFieldProps {
  ref?: Ref<HTMLInputElement>;
  value: string;
  check: NameCheck;
  /** Names the field although it is empty: the member tried to save it. */
  isMissing: boolean;
  /** The set-up has another sentence about reserved names. */
  isSetUp?: boolean;
  onChange: (value: string) => void;
}

function Hint({ state }: Pick<NameCheck, 'state'>) {
  if (state === 'checking') {
    // Not announced: it changes with every letter.
    return (
      <span className={styles.hint} aria-hidden="true">
        <RingIcon size="s" />
        {meCopy.name.checking}
      </span>
    );
  }
  if (state === 'available') {
    return (
      <span className={styles.hint} data-free="true">
        <CheckIcon size="s" />
        {meCopy.name.available}
      </span>
    );
  }
  return (
    <span className={styles.hint}>
      <ClockIcon size="s" />
      {meCopy.name[state]}
    </span>
  );
}

/** The username, with the answer about it and other names if it is taken. */
export function UsernameField({ ref, value, check, isMissing, isSetUp = false, onChange }: UsernameFieldProps) {
  const { state, suggestions } = check;
  const isWrong = state === 'taken' || state === 'reserved' || state === 'invalid' || (state === 'empty' && isMissing);
  const text = state === 'reserved' && isSetUp ? meCopy.nameReservedSetUp : meCopy.name[state];
  return (
    <div>
      <Field
        ref={ref}
        label={meCopy.fields.username}
        name="username"
        start="@"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={PROFILE_LIMITS.username}
        value={value}
        error={isWrong ? text : null}
        hint={state === 'own' || state === 'empty' ? undefined : <Hint state={state} />}
        onChange={(event) => onChange(event.target.value)}
      />
      {state === 'reserved' && isSetUp && (
        <LinkButton to="/contact" kind="text" size="s" className={styles.contact}>
          {meCopy.contact}
        </LinkButton>
      )}
      {state === 'taken' && suggestions.length > 0 && (
        <ul className={styles.names} aria-label={meCopy.suggestions}>
          {suggestions.map((name) => (
            <li key={name}>
              <Pill aria-label={meCopy.useName(name)} onClick={() => onChange(name)}>
                <AtName name={name} />
              </Pill>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
