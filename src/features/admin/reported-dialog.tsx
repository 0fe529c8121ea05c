import { adminCopy } from '#copy/admin.ts';
import { moderationCopy } from '#copy/moderation.ts';
import { useClosing } from '#features/moderation/closing.tsx';
import { panelTarget } from '#features/moderation/open-panel.ts';
import { ReportLines } from '#features/moderation/report-lines.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextLink } from '#ui/text-link.tsx';
import styles from './case.module.css';
import type { ReportedCase } from './queries.ts';
import { ReportedPictures } from './reported-pictures.tsx';

/** A reported post or member. The text is the copy that the report keeps: the post may have changed or gone since. */
export function ReportedDialog({ subject, onClose }: { subject: ReportedCase; onClose: () => void }) {
  const { kind, postId, username, title, text, reports } = subject;
  const { field, close } = useClosing(reports, onClose);
  return (
    <Dialog
      open
      placement="sheet"
      title={`${adminCopy.kinds[kind]}: ${username ? `@${username}` : adminCopy.deletedMember}`}
      onClose={onClose}
      footer={
        <>
          {postId && (
            <Button
              kind="outline"
              onClick={() => {
                onClose();
                panelTarget.set({ postId, username: username ?? '' });
              }}
            >
              {adminCopy.moderate}
            </Button>
          )}
          <Button onClick={() => void close()}>{moderationCopy.close(reports.length)}</Button>
        </>
      }
    >
      <div className={styles.case}>
        <h3>{adminCopy.why}</h3>
        <ReportLines reports={reports} />
        {kind === 'post' && (
          <>
            <h3>{adminCopy.what}</h3>
            {title && <b>{title}</b>}
            {text && <p className={styles.text}>{text}</p>}
            {postId && <ReportedPictures postId={postId} />}
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
        {field}
      </div>
    </Dialog>
  );
}
