import { useState, type SyntheticEvent } from 'react';
import { failureText } from './failure-reason.ts';
import { signInCopy } from '#copy/sign-in.ts';
import { Button } from '#ui/button.tsx';
import styles from './auth-form.module.css';
import { ConsentBoxes, missingConsents, type ConsentErrors } from './consent-boxes.tsx';
import { Problem } from './problem.tsx';
import type { AuthResult } from './sign-in-mutations.ts';

interface ConsentFormProps {
  email: string;
  give: () => Promise<AuthResult>;
  onGiven: () => void;
  onCancel: () => void;
}

/** The consents of the sign-up form, for a member who came another way. The server makes no profile without them. */
export function ConsentForm({ email, give, onGiven, onCancel }: ConsentFormProps) {
  const [values, setValues] = useState({ terms: false, adult: false });
  const [errors, setErrors] = useState<ConsentErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const missing = missingConsents(values);
    setErrors(missing);
    setProblem(null);
    const [first] = Object.keys(missing);
    if (first) {
      const control = event.currentTarget.elements.namedItem(first);
      if (control instanceof HTMLElement) control.focus();
      return;
    }
    setBusy(true);
    const result = await give();
    setBusy(false);
    if (result.ok) onGiven();
    else setProblem(failureText(result));
  };

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <h2 className={styles.heading}>{signInCopy.consentTitle}</h2>
      <output className={styles.lead}>{signInCopy.consentText(email)}</output>
      <Problem>{problem}</Problem>
      <ConsentBoxes values={values} errors={errors} onChange={(part) => setValues({ ...values, ...part })} />
      <div className={styles.buttons}>
        <Button type="submit">{busy ? signInCopy.consentSaving : signInCopy.consentContinue}</Button>
        <Button kind="outline" disabled={busy} onClick={onCancel}>
          {signInCopy.consentCancel}
        </Button>
      </div>
    </form>
  );
}
