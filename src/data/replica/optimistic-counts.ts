import { serverRowSql } from './powersync-log.ts';

/**
 * SQL for counts that show the member's own mark at once: the newest count of the server, minus this member's mark as the server
 * counts it, plus the mark as it is on this device. Both server values are read from PowerSync's log, which has them even while
 * PowerSync holds rows back until the upload queue is empty.
 */

interface OwnMark {
  table: string;
  /** SQL for the id of the member's mark; null without one. */
  id: string;
  /** Kind of the outbox items that set and remove the mark. */
  kind: string;
  /** SQL for the id of what is marked. */
  subject: string;
}

/** The member's mark as the server counts it. The row of a removed mark is gone; the outbox still has its id. */
const countedMark = ({ table, id, kind, subject }: OwnMark): string =>
  serverRowSql(
    table,
    `coalesce(${id}, (SELECT x.entity_id FROM outbox x WHERE x.kind = '${kind}' AND x.subject_id = ${subject} LIMIT 1))`,
  );

/** Score of a post. Aliases: `p` posts, `s` post_stats, `v` the member's row of post_votes. */
export const POST_SCORE = `coalesce(${serverRowSql('post_stats', 'p.id')} ->> '$.score', s.score, 0) + coalesce(v.value, 0)
  - coalesce(${countedMark({ table: 'post_votes', id: 'v.id', kind: 'vote', subject: 'p.id' })} ->> '$.value', 0)`;

/** Comments of a post, with those that the server has not counted yet. Aliases: `p` posts, `s` post_stats. */
export const POST_COMMENT_COUNT = `coalesce(s.comment_count, 0)
  + (SELECT count(*) FROM outbox x WHERE x.kind = 'comment' AND x.subject_id = p.id AND x.state <> 'refused')`;

/** Likes of a comment. Aliases: `c` comments, `s` comment_stats, `l` the member's row of comment_likes. */
export const COMMENT_LIKES = `coalesce(${serverRowSql('comment_stats', 'c.id')} ->> '$.likes', s.likes, 0) + (l.id IS NOT NULL)
  - (${countedMark({ table: 'comment_likes', id: 'l.id', kind: 'like', subject: 'c.id' })} IS NOT NULL)`;

/** JSON array of the votes per option of a poll, as the server counts them. Aliases: `p` polls, `s` poll_stats. */
export const POLL_COUNTS = `coalesce(${serverRowSql('poll_stats', 'p.id')} ->> '$.counts', s.counts)`;

/** 1: the server's counts include the member's own vote. Alias: `v` the member's row of poll_votes. */
export const POLL_VOTE_COUNTED = `${serverRowSql('poll_votes', 'v.id')} IS NOT NULL`;
