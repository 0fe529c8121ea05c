import { useState } from 'react';
import { NOTE_LENGTH } from '#contract/moderation.ts';
import { countCharacters } from '#contract/text.ts';
import { errorText } from '#copy/errors.ts';
import { moderationCopy } from '#copy/moderation.ts';
import { useDraft } from '#features/drafts/use-draft.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { LockIcon, EyeOffIcon, PinIcon } from '#ui/icons/more-icons.tsx';
import { LogTime } from '#ui/log-time.tsx';
import { Switch } from '#ui/switch.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { toast } from '#ui/toast-store.ts';
import { failureOf, useClosing } from './closing.tsx';
import styles from './moderation-panel.module.css';
import { removePost } from './mutations.ts';
import type { PanelTarget } from './open-panel.ts';
import { type PostState, useOffline, usePostState, useReports } from './queries.ts';
import { ReportLines } from './report-lines.tsx';
import { switchPost } from './switch-post.ts';

export interface ModerationPanelProps extends PanelTarget {
  onClose: () => void;
}

/** §2: what staff do with a post. */
export function ModerationPanel(props: ModerationPanelProps) {
  return (
    <Dialog open placement="sheet" title={moderationCopy.title} onClose={props.onClose}>
      <Panel {...props} />
    </Dialog>
  );
}

const MISSING = {
  loading: moderationCopy.loading,
  gone: moderationCopy.gone,
  offline: moderationCopy.notOnDevice,
} as const;

function Panel({ postId, username, onClose, onDeleted }: ModerationPanelProps) {
  const state = usePostState(postId);
  return (
    <div className={styles.panel}>
      <Reports postId={postId} />
      {typeof state === 'string' ? (
        <output className={styles.none}>{MISSING[state]}</output>
      ) : (
        <>
          <Switches postId={postId} state={state} />
          <Removal
            postId={postId}
            username={username}
            onRemoved={() => {
              onClose();
              onDeleted?.();
            }}
          />
        </>
      )}
    </div>
  );
}

function Reports({ postId }: { postId: string }) {
  const reports = useReports(postId);
  const { field, close } = useClosing(reports);
  if (reports.length === 0) return <p className={styles.none}>{moderationCopy.notReported}</p>;
  return (
    <section>
      <header className={styles.head}>
        <h3>{moderationCopy.reportedBy(reports.length)}</h3>
        <Button kind="text" size="s" onClick={() => void close()}>
          {moderationCopy.close(reports.length)}
        </Button>
      </header>
      <ReportLines reports={reports} />
      <div className={styles.note}>{field}</div>
    </section>
  );
}

/** Who flagged the post, and when. */
function FlagNote({ flagged, flaggedBy, flaggedAt }: PostState) {
  if (!flagged || !flaggedBy) return moderationCopy.flaggedNote;
  return (
    <>
      {moderationCopy.flaggedBy(flaggedBy)}
      {flaggedAt && (
        <>
          {', '}
          <LogTime iso={flaggedAt} />
        </>
      )}
    </>
  );
}

function Switches({ postId, state }: { postId: string; state: PostState }) {
  const lines = [
    {
      field: 'flagged',
      icon: <EyeOffIcon />,
      label: moderationCopy.flagged,
      note: <FlagNote {...state} />,
      on: state.flagged,
    },
    {
      field: 'comments_locked',
      icon: <LockIcon />,
      label: moderationCopy.locked,
      note: moderationCopy.lockedNote,
      on: state.locked,
    },
    {
      field: 'sticky',
      icon: <PinIcon />,
      label: moderationCopy.pinned,
      note: moderationCopy.pinnedNote,
      on: state.pinned,
    },
  ] as const;
  return (
    <div className={styles.switches}>
      {lines.map(({ field, icon, on, ...texts }) => (
        <div key={field} className={styles.switch}>
          {icon}
          <Switch {...texts} checked={on} onChange={({ target }) => void switchPost(postId, field, target.checked)} />
        </div>
      ))}
    </div>
  );
}

function Removal({ postId, username, onRemoved }: { postId: string; username: string; onRemoved: () => void }) {
  const { draft, change } = useDraft(`removal:${postId}`);
  const [error, setError] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const offline = useOffline();
  const reason = draft?.fields.text ?? '';
  const used = countCharacters(reason);

  const ask = () => {
    if (used === 0) return setError(moderationCopy.reasonMissing);
    if (used > NOTE_LENGTH) return setError(errorText('too_long'));
    setAsking(true);
  };
  const remove = async () => {
    setAsking(false);
    try {
      const result = await removePost({ id: postId, reason }, { draftId: draft?.id });
      if (!result.ok) return toast(moderationCopy.removeFailed(errorText(result.code)), { tone: 'stop' });
    } catch (failure) {
      return toast(moderationCopy.removeFailed(failureOf(failure)), { tone: 'stop' });
    }
    toast(moderationCopy.removed);
    onRemoved();
  };
  return (
    <section className={styles.removal}>
      <TextArea
        label={moderationCopy.reason}
        hint={`${moderationCopy.reasonHint(username)} ${moderationCopy.reasonLeft(used, NOTE_LENGTH)}`}
        rows={2}
        value={reason}
        disabled={!draft}
        error={error}
        onChange={({ target }) => {
          setError(null);
          change({ text: target.value });
        }}
      />
      {offline && <p className={styles.none}>{moderationCopy.needsNetwork}</p>}
      <Button kind="danger" wide className={styles.remove} disabled={offline || !draft} onClick={ask}>
        {moderationCopy.remove}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={moderationCopy.askTitle}
        text={moderationCopy.ask}
        confirmLabel={moderationCopy.confirm}
        cancelLabel={moderationCopy.keep}
        onCancel={() => setAsking(false)}
        onConfirm={() => void remove()}
      />
    </section>
  );
}
