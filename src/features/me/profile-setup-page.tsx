import { useRef, useState, type SyntheticEvent } from 'react';
import { needsProfileSetup } from '#contract/profile.ts';
import { meCopy } from '#copy/me.ts';
import type { Missing } from '#lib/missing.ts';
import { Button } from '#ui/button.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { useInvitation } from './invitation-queries.ts';
import { chooseUsername } from './mutations.ts';
import { ProblemText } from './problem-text.tsx';
import { type OpenProfile, ProfileGate } from './profile-gate.tsx';
import { focusSubmit, useSaving } from './use-saving.ts';
import { UsernameField } from './username-field.tsx';
import { useNameCheck } from './username-queries.ts';
import styles from './profile-form.module.css';

interface ProfileSetupPageProps {
  offline: boolean;
  /** What is to be said without the profile. */
  missing: Missing;
  /** A post waits as a draft, and the member returns to it. */
  hasDraft: boolean;
  /** 1.5 s after the name was saved. */
  onDone: () => void;
}

/** §2: the redirect target when a username is missing, and the step after the first log-in. The member can leave it. */
export function ProfileSetupPage({ missing, ...rest }: ProfileSetupPageProps) {
  return (
    <div className={styles.setUp}>
      <h1 className={styles.title}>{meCopy.setUpTitle}</h1>
      <p>{meCopy.setUpLead}</p>
      {rest.hasDraft && <p>{meCopy.setUpDraft}</p>}
      <ProfileGate missing={missing}>{(profile) => <SetupForm profile={profile} {...rest} />}</ProfileGate>
    </div>
  );
}

interface SetupFormProps extends Omit<ProfileSetupPageProps, 'missing'> {
  profile: OpenProfile;
}

function SetupForm({ profile, offline, hasDraft, onDone }: SetupFormProps) {
  const { draft, id, values } = profile;
  const own = values['username'] ?? '';
  const [isStopped, setStopped] = useState(false);
  const saving = useSaving(() => draft.forget('username'), onDone);
  const written = draft.values['username'] ?? '';
  // A generated name is no suggestion.
  const name = written === own && needsProfileSetup(own, id) ? '' : written;
  const check = useNameCheck(name, own, offline, saving.refusals);
  const field = useRef<HTMLInputElement>(null);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const isWrong = ['empty', 'taken', 'reserved', 'invalid'].includes(check.state);
    setStopped(isWrong);
    if (isWrong) return field.current?.focus();
    focusSubmit(event);
    await saving.save((options) => chooseUsername({ username: name }, options), ['username']);
  };
  const invitation = useInvitation();
  const busy = saving.phase !== 'idle';
  return (
    <form className={styles.setUpForm} noValidate onSubmit={(event) => void submit(event)}>
      <fieldset disabled={busy}>
        <UsernameField
          ref={field}
          value={name}
          check={check}
          isMissing={isStopped}
          isSetUp
          onChange={(value) => {
            saving.forgetProblem();
            setStopped(false);
            draft.set('username', value === '' ? own : value);
          }}
        />
      </fieldset>
      <div role="alert">
        <ProblemText problem={saving.problem} />
      </div>
      <div className={styles.actions}>
        <Button type="submit" busy={busy}>
          {busy ? meCopy.saving : saving.problem ? meCopy.tryAgain : meCopy.save}
        </Button>
        <LinkButton to={hasDraft ? '/create-post' : '/'} kind="outline" onClick={() => invitation?.close()}>
          {meCopy.notNow}
        </LinkButton>
      </div>
      <LinkButton to="/profile" search={{ edit: true }} kind="text" size="s" className={styles.more}>
        {meCopy.setUpMore}
      </LinkButton>
    </form>
  );
}
