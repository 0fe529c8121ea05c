import { useId, useRef, useState, type SyntheticEvent } from 'react';
import { passkeyCopy as copy } from '#copy/passkeys.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';

/** UTF-16 units, which have at most three bytes each: the auth service allows 120 bytes. */
const MAX_NAME = 40;

interface PasskeyNameDialogProps {
  title: string;
  initial: string;
  /** Null after success; otherwise why not. */
  save: (name: string) => Promise<string | null>;
  onClose: () => void;
}

/** Asks for the name of a passkey. */
export function PasskeyNameDialog({ title, initial, save, onClose }: PasskeyNameDialogProps) {
  const [name, setName] = useState(initial);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy) return;
    if (name.trim() === '') {
      setError(copy.nameMissing);
      return field.current?.focus();
    }
    setBusy(true);
    const problem = await save(name.trim());
    setBusy(false);
    setError(problem);
  };
  return (
    <Dialog
      open
      title={title}
      busy={busy}
      onClose={onClose}
      footer={
        <>
          <Button kind="outline" onClick={onClose} aria-disabled={busy || undefined}>
            {copy.cancel}
          </Button>
          <Button type="submit" form={formId} busy={busy}>
            {busy ? copy.saving : copy.save}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <Field
          ref={field}
          label={copy.name}
          name="passkey"
          hint={copy.nameHint}
          error={error}
          autoComplete="off"
          maxLength={MAX_NAME}
          data-autofocus
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            setError(null);
          }}
        />
      </form>
    </Dialog>
  );
}
