import { useState } from 'react';
import type { Comment } from '#contract/comment-row.ts';
import { commentsCopy } from '#copy/comments.ts';
import { errorText } from '#copy/errors.ts';
import { entryUploadsCopy, uploadsCopy } from '#copy/media.ts';
import { type FileUpload, useUploadOf } from '#features/media/queries.ts';
import { RefusedImage } from '#features/media/refused-image.tsx';
import { leaveCommentImageOut } from '#features/media/upload-mutations.ts';
import { PhotoGrid } from '#features/photos/photo-grid.tsx';
import { Button } from '#ui/button.tsx';
import { ImageOffIcon } from '#ui/icons/more-icons.tsx';
import { Progress } from '#ui/progress.tsx';
import { toast } from '#ui/toast-store.ts';
import styles from './comment-entry.module.css';

interface CommentImageProps {
  postId: string;
  comment: Comment;
}

const shareOf = ({ sent, size }: FileUpload): number => (size > 0 ? sent / size : 0);

/** The image of a comment. Its author sees how far the upload is, and can leave the image out. */
export function CommentImage({ postId, comment }: CommentImageProps) {
  const { id, images, author, created_at, mine } = comment;
  const upload = useUploadOf(mine && images.length > 0 ? id : '');
  /** sent: uploaded by this page; the row that confirms it follows. */
  const [end, setEnd] = useState<'unknown' | 'sent' | 'left_out'>('unknown');
  if (upload && end === 'unknown') setEnd('sent');
  if (images.length === 0) return null;
  // Without text nobody else sees the comment.
  const lost = comment.text ? uploadsCopy.notAttached : entryUploadsCopy.refused;
  const isMissing = mine && comment.isImageMissing && upload === null && end !== 'sent';
  if (isMissing || end === 'left_out')
    return (
      <p className={styles.missing}>
        <ImageOffIcon size="s" />
        {lost}
      </p>
    );
  const leaveOut = async ({ ids }: FileUpload) => {
    const result = await leaveCommentImageOut(id, ids);
    if (!result.ok) return toast(errorText(result.code), { tone: 'stop' });
    setEnd('left_out');
  };
  return (
    <>
      <PhotoGrid
        pictures={{ post: postId, comment: id, images, username: author.username, iso: created_at, isOwn: mine }}
        alt={commentsCopy.photoAlt(author.username)}
        className={styles.photo}
      />
      {mine && <RefusedImage commentId={id} text={lost} />}
      {upload && upload.refused.length === 0 && !comment.state && (
        <div className={styles.upload}>
          <Progress
            label={uploadsCopy.label(uploadsCopy.comment)}
            value={shareOf(upload)}
            note={
              upload.isWaitingForWifi
                ? uploadsCopy.waitsForWifi
                : entryUploadsCopy.sending(Math.floor(shareOf(upload) * 100))
            }
          />
          <Button kind="text" size="s" aria-label={uploadsCopy.cancel} onClick={() => void leaveOut(upload)}>
            {entryUploadsCopy.cancel}
          </Button>
        </div>
      )}
    </>
  );
}
