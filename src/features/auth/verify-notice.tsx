import { useState } from 'react';
import { authCopy } from '#copy/auth.ts';
import { Field } from '#ui/field.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import styles from './auth-form.module.css';
import { ResendButton } from './resend-button.tsx';

/** Shown after sign-up, until the member opens the link in the mail and logs in. */
export function VerifyNotice({ email: known }: { email: string }) {
  const [email, setEmail] = useState(known);
  return (
    <div className={styles.form}>
      <p className={styles.lead}>
        {known ? `${authCopy.verifySentTo(known)} ` : ''}
        {authCopy.verifyText}
      </p>
      {!known && (
        <Field
          label={authCopy.email}
          type="email"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      )}
      <div className={styles.buttons}>
        <LinkButton to="/login">{authCopy.toLogin}</LinkButton>
        <ResendButton email={email.trim()} disabled={!email.trim()} />
      </div>
    </div>
  );
}
