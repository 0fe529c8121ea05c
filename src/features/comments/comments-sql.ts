import type { CommentRow } from '#contract/comment-row.ts';

/** A field of the newest unconfirmed edit. */
const edit = (field: string): string =>
  `(SELECT e.${field} FROM outbox e WHERE e.entity_id = c.id AND e.kind = 'edit_comment' ORDER BY e.created_at DESC LIMIT 1)`;

/** By column of the row: a comment that is stored here. */
const STORED: Readonly<Record<keyof CommentRow, string>> = {
  id: 'c.id',
  user_id: 'c.user_id',
  parent_id: 'c.parent_id',
  text: 'c.text',
  image_url: 'c.image_url',
  image_width: 'c.image_width',
  image_height: 'c.image_height',
  image_alt: 'c.image_alt',
  image_preview: 'c.image_preview',
  image_missing: 'c.image_missing',
  created_at: 'c.created_at',
  updated_at: 'c.updated_at',
  author: 'u.author',
  liked: 'l.id IS NOT NULL',
  likes: 'coalesce(n.likes, s.likes, 0)',
  state: `coalesce(o.state, ${edit('state')})`,
  last_error: `coalesce(o.last_error, ${edit('last_error')})`,
  held_at: `coalesce(o.created_at, ${edit('created_at')})`,
  is_new: `coalesce(o.state <> 'sent', 0)`,
  hidden: `CASE WHEN c.user_id IN (SELECT blocked_id FROM blocks) THEN 'blocked'
      WHEN c.user_id IN (SELECT muted_id FROM mutes) THEN 'muted' END`,
};

/** A rejected one, of which only the outbox has the text. Its other columns are null. */
const REJECTED: Readonly<Partial<Record<keyof CommentRow, string>>> = {
  id: 'o.entity_id',
  user_id: `o.ops ->> '$[0].data.user_id'`,
  parent_id: `o.ops ->> '$[0].data.parent_id'`,
  text: `o.ops ->> '$[0].data.text'`,
  created_at: 'o.created_at',
  author: 'u.author',
  state: 'o.state',
  last_error: 'o.last_error',
  held_at: 'o.created_at',
  is_new: '1',
};

const select = (columns: typeof REJECTED): string =>
  Object.keys(STORED)
    .map((name) => `${columns[name as keyof CommentRow] ?? 'NULL'} AS ${name}`)
    .join(', ');

/**
 * All comments of a post, including own unsent and rejected ones. Parameter: the post.
 *
 * SQLite uses no index of a view on the right side of a LEFT JOIN; a materialized CTE gets an automatic index.
 */
export const COMMENTS_SQL = `WITH
  mine AS MATERIALIZED (SELECT id, entity_id, state, last_error, created_at, discard_at FROM outbox WHERE kind = 'comment' AND subject_id = ?1),
  given AS MATERIALIZED (SELECT id, comment_id FROM comment_likes)
  SELECT ${select(STORED)}
  FROM comments c
  LEFT JOIN people u ON u.id = c.user_id
  LEFT JOIN comment_stats s ON s.id = c.id
  LEFT JOIN own_counts n ON n.id = c.id AND n.version > coalesce(s.version, 0)
  LEFT JOIN given l ON l.comment_id = c.id
  LEFT JOIN mine o ON o.entity_id = c.id
  WHERE c.post_id = ?1 AND o.discard_at IS NULL
  UNION ALL
  SELECT ${select(REJECTED)}
  FROM outbox o LEFT JOIN people u ON u.id = o.ops ->> '$[0].data.user_id'
  WHERE o.kind = 'comment' AND o.state = 'refused' AND o.subject_id = ?1 AND o.discard_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM comments c WHERE c.id = o.entity_id)`;
