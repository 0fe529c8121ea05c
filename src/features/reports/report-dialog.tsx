import { cutText } from '#lib/cut-text.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { type FileReport, REPORT_DETAILS_LENGTH, REPORT_REASONS } from '#contract/reports.ts';
import { countCharacters } from '#contract/text.ts';
import { errorText } from '#copy/errors.ts';
import { postPagesCopy } from '#copy/post-pages.ts';
import { reportsCopy } from '#copy/reports.ts';
import type { FieldsOf } from '#contract/drafts.ts';
import { LostDraft } from '#features/drafts/draft-state.tsx';
import { useDraft } from '#features/drafts/use-draft.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { RadioGroup } from '#ui/radio-group.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { Quotes } from '#ui/quotes.tsx';
import { fileReport } from './mutations.ts';
import styles from './report-dialog.module.css';

export interface ReportTarget {
  /** The reported member, or the author of the reported post. */
  userId: string;
  username: string;
  postId?: string | undefined;
  /** A comment for which the member is reported. */
  comment?: { text: string; path: string } | undefined;
}

interface ReportDialogProps {
  target: ReportTarget;
  onClose: () => void;
  /** Offered after the report. Absent if the reader blocks the member already. */
  onBlock?: (() => void) | undefined;
}

type Reason = FileReport['reason'];
const CHOICES = REPORT_REASONS.map((value) => ({
  value,
  label: reportsCopy.reasons[value],
  note: value === 'minor_safety' ? reportsCopy.childNote : undefined,
}));
/** What was pressed before the draft was read, which takes a moment. */
const NOTHING_EARLY: { reason: Reason | null; isSent: boolean } = { reason: null, isSent: false };
const QUOTED_LENGTH = 200;
const FORM = 'report-form';

const shorten = (text: string): string => (text.length > QUOTED_LENGTH ? `${cutText(text, QUOTED_LENGTH)}…` : text);

/** Reports a post or a member. An unfinished report stays as a draft on this device. */
export function ReportDialog({ target, onClose, onBlock }: ReportDialogProps) {
  const { userId, username, postId, comment } = target;
  const { draft, saved, change } = useDraft(`report:${postId ?? comment?.path ?? userId}`);
  const [error, setError] = useState<string | null>(null);
  const [state, setState] = useState<'editing' | 'sending' | 'sent'>('editing');
  const [early, setEarly] = useState(NOTHING_EARLY);

  const reason = early.reason ?? REPORT_REASONS.find((known) => known === draft?.fields.reason) ?? null;
  const text = draft?.fields.text ?? '';
  const quoted = comment && shorten(comment.text);
  const suffix = comment && quoted !== undefined ? `\n\n${reportsCopy.comment(quoted, comment.path)}` : '';
  const left = REPORT_DETAILS_LENGTH - countCharacters(suffix) - countCharacters(text);
  const isSending = state === 'sending' || early.isSent;
  const edit = (part: FieldsOf<'report'>) => {
    setError(null);
    change(part);
  };

  const submit = async () => {
    if (state !== 'editing') return;
    if (!draft) return setEarly({ reason, isSent: true });
    if (left < 0) return setError(postPagesCopy.over(-left));
    if (!reason) return setError(reportsCopy.reasonMissing);
    setError(null);
    setState('sending');
    const why = { reason, details: `${text}${suffix}`.trim() };
    const result = await fileReport(
      postId
        ? { target_type: 'post', post_id: postId, ...why }
        : { target_type: 'member', target_user_id: userId, ...why },
      { draftId: draft.id },
    );
    setState(result.ok ? 'sent' : 'editing');
    if (!result.ok) setError(errorText(result.code));
  };

  const takeEarly = useEffectEvent(() => {
    setEarly(NOTHING_EARLY);
    if (early.reason) change({ reason: early.reason });
    // Not an older draft, which the member has not seen.
    if (early.isSent && draft?.changed_at === 0) void submit();
  });
  const isRead = draft !== null;
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the draft was read outside of React
    if (isRead) takeEarly();
  }, [isRead]);

  if (state === 'sent') {
    return (
      <Dialog
        open
        title={reportsCopy.sentTitle}
        onClose={onClose}
        footer={
          <>
            {onBlock && (
              <Button kind="outline" onClick={onBlock}>
                {reportsCopy.block}
              </Button>
            )}
            <Button data-autofocus onClick={onClose}>
              {reportsCopy.close}
            </Button>
          </>
        }
      >
        <output>{reportsCopy.sentText}</output>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      placement="sheet"
      title={postId ? reportsCopy.titlePost : reportsCopy.titleMember(username)}
      busy={isSending}
      onClose={onClose}
      footer={
        <>
          {/* Here and not beside the reasons, which may be scrolled away. */}
          <div className={styles.problem} role="alert">
            {error}
          </div>
          <Button kind="outline" onClick={onClose}>
            {reportsCopy.cancel}
          </Button>
          <Button type="submit" form={FORM} busy={isSending}>
            {isSending ? reportsCopy.sending : reportsCopy.send}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p>{reportsCopy.lead}</p>
        {quoted && (
          <p className={styles.quote}>
            <Quotes text={reportsCopy.commentNote(quoted)} />
          </p>
        )}
        <RadioGroup
          legend={reportsCopy.reason}
          value={reason}
          choices={CHOICES}
          onChange={(value: Reason) => (draft ? edit({ reason: value }) : setEarly({ ...early, reason: value }))}
        />
        {reason === 'minor_safety' && (
          <p className={styles.child}>
            {reportsCopy.childText}
            <TextLink to="/csae">{reportsCopy.childLink}</TextLink>
            {'.'}
          </p>
        )}
        <TextArea
          label={reportsCopy.details}
          hint={reportsCopy.detailsHint}
          value={text}
          disabled={!draft}
          readOnly={isSending}
          error={left < 0 ? postPagesCopy.over(-left) : null}
          onChange={(event) => edit({ text: event.target.value })}
        />
        <LostDraft saved={saved} />
      </form>
    </Dialog>
  );
}
