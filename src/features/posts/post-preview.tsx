import { postPagesCopy } from '#copy/post-pages.ts';
import { RichText } from '#features/text/rich-text.tsx';
import styles from './composer.module.css';

/** How title and text will read: links, mentions, hashtags and line breaks. */
export function PostPreview({ title, description }: { title: string; description: string }) {
  if (!title.trim() && !description.trim()) return null;
  return (
    <details className={styles.preview}>
      <summary>{postPagesCopy.preview}</summary>
      {title.trim() && <h2 dir="auto">{title.trim()}</h2>}
      {description.trim() && <RichText text={description.trim()} />}
    </details>
  );
}
