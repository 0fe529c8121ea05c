import { rangeCopy } from '#copy/range.ts';
import { formatBytes } from '#features/outbox/format.ts';
import { entryProps } from '#ui/entry.ts';
import { Link } from '#ui/link.tsx';
import { LogTime } from '#ui/log-time.tsx';
import lineStyles from '#ui/sized-lines.module.css';
import { RemoveTag } from './tag-pack.tsx';
import { useTagPacks } from './tag-queries.ts';
import styles from './range-page.module.css';

/** The tags that are packed on this device, with their sizes. Nothing without one. */
export function TagPacks() {
  const packs = useTagPacks();
  if (!packs || packs.length === 0) return null;
  return (
    <ul aria-label={rangeCopy.tags}>
      {packs.map(({ tag, at, posts, comments, bytes }) => (
        <li key={tag} {...entryProps(lineStyles.line)}>
          <span className={styles.margin} aria-hidden="true">
            {'#'}
          </span>
          <div className={lineStyles.words}>
            <p>
              <Link to="/tags/$tag" params={{ tag }}>{`#${tag}`}</Link>
            </p>
            <small>{rangeCopy.tag.size(posts, comments, formatBytes(bytes))}</small>
            <small>
              {rangeCopy.tag.packed} <LogTime iso={new Date(at).toISOString()} />
            </small>
          </div>
          <RemoveTag tag={tag} />
        </li>
      ))}
    </ul>
  );
}
