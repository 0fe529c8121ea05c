import { useRef, useState, type SyntheticEvent } from 'react';
import { latestDob, EARLIEST_DOB, PROFILE_LIMITS } from '#contract/profile.ts';
import { countCharacters } from '#contract/text.ts';
import { meCopy } from '#copy/me.ts';
import { Banner } from '#ui/banner.tsx';
import { Field } from '#ui/field.tsx';
import { AlertIcon } from '#ui/icons/icons.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { toast } from '#ui/toast-store.ts';
import { updateProfile } from './mutations.ts';
import { PrivateField } from './private-field.tsx';
import { errorsOf, FIELDS, type FieldErrors, toInput } from './profile-input.ts';
import { SaveBar } from './save-bar.tsx';
import type { ProfileDraft } from './use-profile-draft.ts';
import { focusSubmit, useSaving } from './use-saving.ts';
import { UsernameField } from './username-field.tsx';
import { useNameCheck } from './username-queries.ts';
import styles from './profile-form.module.css';

const NAMES = [
  { name: 'first_name', max: PROFILE_LIMITS.name, autoComplete: 'given-name' },
  { name: 'last_name', max: PROFILE_LIMITS.name, autoComplete: 'family-name' },
  { name: 'city', max: PROFILE_LIMITS.place, autoComplete: 'address-level2' },
  { name: 'state', max: PROFILE_LIMITS.place, autoComplete: 'address-level1' },
] as const;

/** The counter of `about` appears when so many characters are left. */
const FEW_LEFT = 200;

interface ProfileFormProps {
  draft: ProfileDraft;
  /** The present username. */
  own: string;
  offline: boolean;
  onDone: () => void;
}

/** §5: all fields of the member's own profile. */
export function ProfileForm({ draft, own, offline, onDone }: ProfileFormProps) {
  const { values, set, rejected } = draft;
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isStopped, setStopped] = useState(false);
  const saving = useSaving(() => draft.forget(), onDone);
  const check = useNameCheck(values['username'] ?? '', own, offline, saving.refusals);
  const form = useRef<HTMLFormElement>(null);
  const [maxDob] = useState(() => latestDob(new Date()));
  const isNameWrong = ['empty', 'taken', 'reserved', 'invalid'].includes(check.state);

  const edit = (name: string, value: string) => {
    saving.forgetProblem();
    setStopped(false);
    setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => field !== name)));
    set(name, value);
  };

  const reset = () => {
    setErrors({});
    const restore = draft.reset();
    toast(meCopy.discarded, { action: { label: meCopy.undo, run: restore } });
  };

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const input = (name: string) => form.current?.elements.namedItem(name);
    const dob = input('dob');
    const found = errorsOf(values);
    // The browser reports an incomplete date as empty, which would delete the stored one.
    if (dob instanceof HTMLInputElement && dob.validity.badInput) found.dob = meCopy.dobIncomplete;
    const first = FIELDS.find((name) => found[name] || (name === 'username' && isNameWrong));
    setErrors(found);
    setStopped(first !== undefined);
    if (first) {
      const field = input(first);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    focusSubmit(event);
    await saving.save((options) => updateProfile(toInput(values), options), null);
  };

  const left = PROFILE_LIMITS.about - countCharacters(values['about'] ?? '');
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {rejected && !saving.problem && saving.phase === 'idle' && (
        <Banner tone="stop" icon={<AlertIcon />} title={`${meCopy.notSent} ${rejected.reason ?? ''}`}>
          {meCopy.notSentText}
        </Banner>
      )}
      <fieldset className={styles.fields} disabled={saving.phase !== 'idle'}>
        <UsernameField
          value={values['username'] ?? ''}
          check={check}
          isMissing={isStopped}
          onChange={(value) => edit('username', value)}
        />
        <div className={styles.pairs}>
          {NAMES.map(({ name, max, autoComplete }) => (
            <PrivateField
              key={name}
              label={meCopy.fields[name]}
              checked={values[`private_${name}`] === 'true'}
              onChange={(on) => edit(`private_${name}`, on ? 'true' : '')}
            >
              <Field
                label={meCopy.fields[name]}
                name={name}
                autoComplete={autoComplete}
                maxLength={max}
                value={values[name] ?? ''}
                error={errors[name]}
                onChange={(event) => edit(name, event.target.value)}
              />
            </PrivateField>
          ))}
        </div>
        <p className={styles.lead}>{meCopy.privateHint}</p>
        <TextArea
          label={meCopy.fields.about}
          name="about"
          rows={3}
          value={values['about'] ?? ''}
          hint={left <= FEW_LEFT ? meCopy.left(left) : undefined}
          error={errors.about}
          onChange={(event) => edit('about', event.target.value)}
        />
        <div className={styles.pairs}>
          <PrivateField label={meCopy.fields.dob} checked>
            <Field
              label={meCopy.fields.dob}
              name="dob"
              type="date"
              autoComplete="bday"
              min={EARLIEST_DOB}
              max={maxDob}
              value={values['dob'] ?? ''}
              hint={meCopy.dobHint}
              error={errors.dob}
              onChange={(event) => edit('dob', event.target.value)}
            />
          </PrivateField>
          <PrivateField label={meCopy.fields.email} checked>
            <Field
              label={meCopy.fields.email}
              name="email"
              type="email"
              readOnly
              value={values['email'] ?? ''}
              hint={meCopy.neverShown}
            />
          </PrivateField>
        </div>
      </fieldset>
      <SaveBar
        busy={saving.phase !== 'idle'}
        problem={saving.problem}
        stop={isStopped ? (isNameWrong ? meCopy.pickName : meCopy.checkFields) : null}
        offline={offline}
        saved={draft.isChanged ? draft.saved : null}
        onReset={reset}
      />
    </form>
  );
}
