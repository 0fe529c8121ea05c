import { useState, type SyntheticEvent } from 'react';
import { SignUp } from '#contract/auth.ts';
import { authCopy } from '#copy/auth.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { EmailField } from './email-field.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { toast } from '#ui/toast-store.ts';
import styles from './auth-form.module.css';
import { ConsentBoxes } from './consent-boxes.tsx';
import { failureReason } from './failure-reason.ts';
import { GoogleButton } from './google-button.tsx';
import { OtherWays } from './other-ways.tsx';
import { Problem } from './problem.tsx';
import { signUp } from './sign-in-mutations.ts';

type FieldName = 'email' | 'password' | 'terms' | 'adult';
type Errors = Partial<Record<FieldName | 'general', string>>;

const TEXT: Record<FieldName, string> = {
  email: authCopy.emailInvalid,
  password: authCopy.passwordRule,
  terms: authCopy.termsMissing,
  adult: authCopy.adultMissing,
};

export function SignupForm({ onSignedUp }: { onSignedUp: (email: string) => void }) {
  const [values, setValues] = useState({ email: '', password: '', terms: false, adult: false });
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const edit = (part: Partial<typeof values>) => setValues({ ...values, ...part });

  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const input = { ...values, email: values.email.trim() };
    const found = validate(input);
    setErrors(found);
    const first = Object.keys(found)[0];
    if (first) {
      const control = form.elements.namedItem(first);
      if (control instanceof HTMLElement) control.focus();
      return;
    }
    setBusy(true);
    const result = await signUp(input);
    setBusy(false);
    if (result.ok) {
      toast(authCopy.signedUp);
      onSignedUp(input.email);
    } else {
      setErrors({ general: authCopy.signUpError(failureReason(result)) });
    }
  };

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <Problem>{errors.general}</Problem>
      <EmailField value={values.email} error={errors.email} onEmail={(email) => edit({ email })} />
      <Field
        label={authCopy.password}
        type="password"
        name="password"
        autoComplete="new-password"
        value={values.password}
        hint={authCopy.passwordHint}
        error={errors.password}
        onChange={(event) => edit({ password: event.target.value })}
      />
      <ConsentBoxes values={values} errors={errors} onChange={edit} />
      <Button type="submit" wide disabled={busy}>
        {busy ? authCopy.signingUp : authCopy.signUp}
      </Button>
      <OtherWays>
        <GoogleButton next="/" />
      </OtherWays>
      <p className={styles.foot}>
        {authCopy.haveAccount} <TextLink to="/login">{authCopy.logIn}</TextLink>
      </p>
    </form>
  );
}

/** One sentence per field, in the order of the form. */
function validate(input: unknown): Errors {
  const parsed = SignUp.safeParse(input);
  if (parsed.success) return {};
  const wrong = new Set(parsed.error.issues.map((issue) => issue.path[0]));
  const errors: Errors = {};
  for (const name of ['email', 'password', 'terms', 'adult'] as const) if (wrong.has(name)) errors[name] = TEXT[name];
  return errors;
}
