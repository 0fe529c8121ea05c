import { uploadsCopy } from '#copy/media.ts';
import { Button } from '#ui/button.tsx';
import { ImageOffIcon } from '#ui/icons/more-icons.tsx';
import { useRefusedFiles } from './queries.ts';
import { retryFiles } from './upload-mutations.ts';
import styles from './uploads.module.css';

/** Below an own comment whose image the server refused. The image is still on this device. */
export function RefusedImage({ commentId, text }: { commentId: string; text: string }) {
  const refused = useRefusedFiles(commentId);
  if (refused.length === 0) return null;
  return (
    <p className={styles.lost}>
      <ImageOffIcon size="s" />
      {text}
      {uploadsCopy.separator}
      <Button kind="text" size="s" onClick={() => void retryFiles(refused)}>
        {uploadsCopy.retry}
      </Button>
    </p>
  );
}
