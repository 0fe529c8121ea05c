import { authCopy } from '#copy/auth.ts';
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
