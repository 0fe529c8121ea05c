import { useState, type SyntheticEvent } from 'react';
import { CONTACT_LIMITS } from '#contract/form-limits.ts';
import { contactCopy } from '#copy/info.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { dropContactDraft, saveContactDraft, type ContactDraft } from './drafts.ts';
import styles from '#ui/form.module.css';
import { sendContactMessage, type ContactProblem } from './mutations.ts';

const TEXTS: Record<ContactProblem, string> = {
  incomplete: contactCopy.incomplete,
  too_long: contactCopy.tooLong,
  email_invalid: contactCopy.emailInvalid,
  offline: contactCopy.offline,
  failed: contactCopy.failed,
};

/** §5: name 60, email 100, message 1000, all required. Every keystroke is saved until the message was sent. */
export function ContactForm({ draft, onSent }: { draft: ContactDraft; onSent: () => void }) {
  const [fields, setFields] = useState(draft);
  const [problem, setProblem] = useState<ContactProblem | null>(null);
  const [busy, setBusy] = useState(false);

  const change = (part: Partial<ContactDraft>) => {
    const next = { ...fields, ...part };
    setFields(next);
    setProblem(null);
    void saveContactDraft(next);
  };

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const found = await sendContactMessage(fields);
    setBusy(false);
    setProblem(found);
    if (found) return;
    await dropContactDraft(draft.id);
    onSent();
  };

  const isEmailWrong = problem === 'email_invalid';
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <div className={styles.problem} role="alert">
        {problem && !isEmailWrong && <p>{TEXTS[problem]}</p>}
      </div>
      <Field
        label={contactCopy.name}
        name="name"
        autoComplete="name"
        required
        value={fields.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <Field
        label={contactCopy.email}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        value={fields.email}
        error={isEmailWrong ? TEXTS.email_invalid : null}
        onChange={(event) => change({ email: event.target.value })}
      />
      <TextArea
        label={contactCopy.message}
        required
        value={fields.message}
        hint={contactCopy.count(fields.message.length, CONTACT_LIMITS.message)}
        rows={5}
        onChange={(event) => change({ message: event.target.value })}
      />
      <div className={styles.foot}>
        <Button type="submit" busy={busy}>
          {busy ? contactCopy.sending : contactCopy.send}
        </Button>
        <p className={styles.quiet}>{contactCopy.saved}</p>
      </div>
    </form>
  );
}
