import { FLAGGED_WARNING } from '#contract/staff.ts';
import { adminCopy } from '#copy/admin.ts';
import { moderationCopy } from '#copy/moderation.ts';
import { useClosing } from '#features/moderation/closing.tsx';
import { panelTarget } from '#features/moderation/open-panel.ts';
import { usePostState } from '#features/moderation/queries.ts';
import { ReportLines } from '#features/moderation/report-lines.tsx';
import { switchPost } from '#features/moderation/switch-post.ts';
import { Button } from '#ui/button.tsx';
import { AlertIcon } from '#ui/icons/icons.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { CaseFrame, useDesk } from './case-frame.tsx';
import styles from './case.module.css';
import { HeldEvidence } from './held-evidence.tsx';
import type { ReportedCase } from './queries.ts';
import { ReportedFiles } from './reported-files.tsx';

/** A reported post or member. The text is the copy that the report keeps: the post may have changed or gone since. */
export function ReportedDialog({ subject, onClose }: { subject: ReportedCase; onClose: () => void }) {
  const { kind, postId, username, title, text, reports, flaggedPosts } = subject;
  const { field, close } = useClosing(reports, onClose);
  const isDesk = useDesk();
  return (
    <CaseFrame
      title={`${adminCopy.kinds[kind]}: ${username ? `@${username}` : adminCopy.deletedMember}`}
      onClose={onClose}
      footer={
        <>
          {reports.length > 0 && (
            <Button kind="outline" onClick={() => void close()}>
              {moderationCopy.close(reports.length)}
            </Button>
          )}
          {postId && (
            <PostSteps
              postId={postId}
              onDelete={() => {
                if (!isDesk) onClose();
                panelTarget.set({ postId, username: username ?? '' });
              }}
            />
          )}
        </>
      }
    >
      <div className={styles.case}>
        <p className={styles.standing}>
          {adminCopy.reported(reports.length)}
          <span data-many={flaggedPosts >= FLAGGED_WARNING}>
            {flaggedPosts >= FLAGGED_WARNING && <AlertIcon size="s" />}
            {adminCopy.flagged(flaggedPosts)}
          </span>
        </p>
        <h3>{adminCopy.why}</h3>
        {reports.length > 0 ? <ReportLines reports={reports} /> : <p>{adminCopy.closedSince}</p>}
        {kind === 'post' && (
          <>
            <h3>{adminCopy.what}</h3>
            {title && <b dir="auto">{title}</b>}
            {text && (
              <p className={styles.text} dir="auto">
                {text}
              </p>
            )}
            {postId && <ReportedFiles postId={postId} />}
            {postId && <HeldEvidence postId={postId} />}
          </>
        )}
        {postId ? (
          <TextLink to="/posts/$postId" params={{ postId }}>
            {adminCopy.openPost}
          </TextLink>
        ) : (
          username && (
            <TextLink to="/user/$username" params={{ username }}>
              {adminCopy.openProfile}
            </TextLink>
          )
        )}
        {reports.length > 0 && field}
      </div>
    </CaseFrame>
  );
}

/** Flagging is one tap; a deletion needs a reason, for which the panel asks. */
function PostSteps({ postId, onDelete }: { postId: string; onDelete: () => void }) {
  const state = usePostState(postId);
  if (typeof state === 'string') return null;
  return (
    <>
      <Button kind="outline" onClick={() => void switchPost(postId, 'flagged', !state.flagged)}>
        {state.flagged ? adminCopy.unflag : adminCopy.flag}
      </Button>
      <Button kind="stop" onClick={onDelete}>
        {adminCopy.deletePost}
      </Button>
    </>
  );
}
