import { type ComponentProps, useEffect } from 'react';
import { authCopy } from '#copy/auth.ts';
import { Field } from '#ui/field.tsx';
import { prepareLogIn } from './sign-in-mutations.ts';

interface EmailFieldProps extends Pick<ComponentProps<typeof Field>, 'ref' | 'error' | 'autoComplete'> {
  value: string;
  onEmail: (email: string) => void;
}

/** The email address of an account. Where it is the name of a log-in, `autoComplete` is `username`. */
export function EmailField({ onEmail, ...field }: EmailFieldProps) {
  useEffect(prepareLogIn, []);
  return (
    <Field
      label={authCopy.email}
      type="email"
      name="email"
      autoComplete="email"
      inputMode="email"
      {...field}
      onChange={(event) => onEmail(event.target.value)}
    />
  );
}
