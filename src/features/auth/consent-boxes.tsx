import { authCopy } from '#copy/auth.ts';
import { termsCopy } from '#copy/terms.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import styles from './auth-form.module.css';

export interface ConsentValues {
  terms: boolean;
  adult: boolean;
}
export type ConsentErrors = Partial<Record<keyof ConsentValues, string>>;

export const missingConsents = ({ terms, adult }: ConsentValues): ConsentErrors => ({
  ...(!terms && { terms: authCopy.termsMissing }),
  ...(!adult && { adult: authCopy.adultMissing }),
});

interface ConsentBoxesProps {
  values: ConsentValues;
  errors: ConsentErrors;
  onChange: (part: Partial<ConsentValues>) => void;
}

export function ConsentBoxes({ values, errors, onChange }: ConsentBoxesProps) {
  return (
    <div className={styles.checks}>
      <Checkbox
        label={authCopy.terms}
        name="terms"
        checked={values.terms}
        error={errors.terms}
        onChange={(event) => onChange({ terms: event.target.checked })}
      />
      {/* Not a link: leaving the form would lose what is in it. They are also on /about. */}
      <details className={styles.terms}>
        <summary>{termsCopy.read}</summary>
        {termsCopy.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </details>
      <Checkbox
        label={authCopy.adult}
        name="adult"
        checked={values.adult}
        error={errors.adult}
        onChange={(event) => onChange({ adult: event.target.checked })}
      />
    </div>
  );
}
