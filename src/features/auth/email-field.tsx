import type { ComponentProps } from 'react';
import { authCopy } from '#copy/auth.ts';
import { Field } from '#ui/field.tsx';

interface EmailFieldProps extends Pick<ComponentProps<typeof Field>, 'ref' | 'error' | 'autoComplete'> {
  value: string;
  onEmail: (email: string) => void;
}

/** The email address of an account. Where it is the name of a log-in, `autoComplete` is `username`. */
export const EmailField = ({ onEmail, ...field }: EmailFieldProps) => (
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
