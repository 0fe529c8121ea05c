import { useState } from 'react';
import { NOTE_LENGTH } from '#contract/moderation.ts';
import type { StaffCase } from '#contract/staff.ts';
import { countCharacters } from '#contract/text.ts';
import { adminCopy } from '#copy/admin.ts';
import { errorText } from '#copy/errors.ts';
import { moderationCopy } from '#copy/moderation.ts';
import { useOffline } from '#features/moderation/queries.ts';
import { Button } from '#ui/button.tsx';
import { ExternalLink } from '#ui/external-link.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { toast } from '#ui/toast-store.ts';
import { CaseFrame } from './case-frame.tsx';
import styles from './case.module.css';
import { Evidence } from './evidence.tsx';
import { handleCase, loadEvidence } from './mutations.ts';

interface CaseDialogProps {
  subject: StaffCase;
  onClose: () => void;
  onHandled: () => void;
}

/** A report of child abuse or a contact message. Nothing of it is stored on this device. */
export function CaseDialog({ subject, onClose, onHandled }: CaseDialogProps) {
  const { kind, fields, is_done } = subject;
  const [note, setNote] = useState('');
  const [isBusy, setBusy] = useState(false);
  const offline = useOffline();
  const isLong = countCharacters(note) > NOTE_LENGTH;
  const files = fields.files ?? [];
  const handle = async () => {
    if (isLong) return;
    setBusy(true);
    const reply = await handleCase(subject, !is_done, note);
    setBusy(false);
    if (!reply.ok) return toast(reply.message || errorText(reply.code), { tone: 'stop' });
    const { changed, handled_by } = reply.body;
    toast(!changed ? adminCopy.doneBefore(handled_by) : is_done ? adminCopy.reopened : adminCopy.markedDone, {
      tone: 'done',
    });
    onHandled();
    onClose();
  };
  return (
    <CaseFrame
      title={kind === 'csae' ? adminCopy.childReport : (fields.name ?? '')}
      busy={isBusy}
      onClose={onClose}
      footer={
        <Button kind="outline" busy={isBusy} disabled={offline} onClick={() => void handle()}>
          {is_done ? adminCopy.reopen : adminCopy.done}
        </Button>
      }
    >
      <div className={styles.case}>
        <dl className={styles.facts}>
          {fields.post_url && (
            <>
              <dt>{adminCopy.post}</dt>
              <dd>
                <ExternalLink href={fields.post_url}>{fields.post_url}</ExternalLink>
              </dd>
              <dt>{adminCopy.victim}</dt>
              <dd>{fields.victim ?? adminCopy.notNamed}</dd>
            </>
          )}
          <dt>{adminCopy.from}</dt>
          <dd dir="auto">{adminCopy.sender(fields.from, fields.email)}</dd>
        </dl>
        <p className={styles.text} dir="auto">
          {fields.text}
        </p>
        {files.length > 0 && <Evidence files={files} load={(path, signal) => loadEvidence(subject.id, path, signal)} />}
        {kind === 'csae' && <p className={styles.meta}>{adminCopy.stays}</p>}
        {is_done && (
          <p className={styles.meta}>
            {adminCopy.doneBy(subject.handled_by)}
            {subject.note && ` “${subject.note}”`}
          </p>
        )}
        <TextArea
          label={moderationCopy.note}
          hint={offline ? adminCopy.needsNetwork : moderationCopy.noteHint}
          rows={2}
          value={note}
          error={isLong ? moderationCopy.noteTooLong : null}
          onChange={({ target }) => setNote(target.value)}
        />
      </div>
    </CaseFrame>
  );
}
