/** Bytes of a row besides its texts, roughly. */
const ROW = 160;

/** Comments of a post that a device gets when the post is opened. */
const COMMENTS = 100;

/** Whether the device has the comments of the post `p`. */
const IS_WHOLE = `(SELECT count(*) FROM comments c WHERE c.post_id = p.id)
  >= coalesce((SELECT min(s.comment_count, ${COMMENTS}) FROM post_stats s WHERE s.id = p.id), 0)`;

/** What the device has, per kind: things, further things, posts with all comments, bytes of text. ?1: member. */
export const ON_DEVICE_SQL = `
  SELECT 'feed' AS id, count(*) AS count, (SELECT count(*) FROM comments) AS more, count(*) FILTER (WHERE ${IS_WHOLE}) AS whole,
    coalesce(sum(length(coalesce(title, '')) + length(coalesce(description, '')) + length(coalesce(images, '')) + ${ROW}), 0)
      + (SELECT coalesce(sum(length(coalesce(text, '')) + ${ROW}), 0) FROM comments) AS bytes
    FROM posts p WHERE visibility = 'public' AND status = 'live'
  UNION ALL SELECT 'friends', (SELECT count(*) FROM friends WHERE user_id = ?1 AND status = 'accepted'), count(*), count(*) FILTER (WHERE ${IS_WHOLE}),
    coalesce(sum(length(coalesce(title, '')) + length(coalesce(description, '')) + length(coalesce(images, '')) + ${ROW}), 0)
    FROM posts p WHERE visibility = 'friends' AND status = 'live'
  UNION ALL SELECT 'messages', (SELECT count(*) FROM threads_index), count(*), 0, coalesce(sum(length(coalesce(content, '')) + ${ROW}), 0)
    FROM private_messages
  UNION ALL SELECT 'notifications', count(*) FILTER (WHERE coalesce(is_read, 0) = 0), count(*) FILTER (WHERE is_read = 1), 0,
    coalesce(sum(length(coalesce(data, '')) + ${ROW}), 0) FROM notifications
  UNION ALL SELECT 'members', count(*), (SELECT count(*) FROM profiles_public), 0, coalesce(sum(length(coalesce(author, '')) + ${ROW}), 0)
      + (SELECT coalesce(sum(length(coalesce(about, '')) + 2 * ${ROW}), 0) FROM profiles_public)
    FROM people`;

/** Column `images`, newest first. Reported, muted and removed posts are not in feeds, so not here. */
export const POST_PICTURES_SQL = `SELECT coalesce(images, image_url) AS images FROM posts
  WHERE status = 'live' AND coalesce(images, image_url) IS NOT NULL
    AND user_id NOT IN (SELECT blocked_id FROM blocks UNION ALL SELECT muted_id FROM mutes)
  ORDER BY sticky DESC, created_at DESC`;

export const COMMENT_PICTURES_SQL = `SELECT image_url AS url, image_width AS width, image_height AS height FROM comments
  WHERE image_url IS NOT NULL ORDER BY created_at DESC`;

/** Avatars: small, and on every screen. */
export const AVATARS_SQL = `SELECT DISTINCT author ->> '$.profile_image_url' AS url FROM people
  WHERE author ->> '$.profile_image_url' IS NOT NULL`;

/** Members whose profiles are saved: friends and correspondents. Two buckets each of 300. ?1: member. */
export const PEOPLE_SQL = `SELECT id, max(is_friend) AS is_friend FROM (
    SELECT friend_id AS id, 1 AS is_friend FROM friends WHERE user_id = ?1 AND status = 'accepted'
    UNION ALL SELECT id, 0 FROM threads_index)
  GROUP BY id ORDER BY is_friend DESC LIMIT 20`;

/** Threads of which the device does not hold all messages, latest first. */
export const THREADS_SQL = `SELECT t.id, t.message_count FROM threads_index t
  WHERE t.message_count > (SELECT count(*) FROM private_messages m WHERE m.sender_id = t.id OR m.recipient_id = t.id)
  ORDER BY t.last_sent_at DESC LIMIT 5`;

/** The newest public posts of friends of which the device lacks comments. Each is a bucket. Parameter: member. */
export const FRIENDS_POSTS_SQL = `SELECT p.id FROM posts p JOIN post_stats s ON s.id = p.id
  WHERE p.status = 'live' AND p.visibility = 'public'
    AND p.user_id IN (SELECT friend_id FROM friends WHERE user_id = ?1 AND status = 'accepted')
    AND (SELECT count(*) FROM comments c WHERE c.post_id = p.id) < min(s.comment_count, ${COMMENTS})
  ORDER BY p.created_at DESC LIMIT 30`;

const OF_TAG = `p.status = 'live' AND p.id IN (SELECT post_id FROM listed_posts WHERE list = ?1)
  AND p.user_id NOT IN (SELECT blocked_id FROM blocks UNION ALL SELECT muted_id FROM mutes)`;

/** Posts with a tag on this device, their comments on the server, and its pages. Parameter: '#' and the tag. */
export const TAG_SIZE_SQL = `SELECT count(*) AS posts, coalesce(sum(min(s.comment_count, ${COMMENTS})), 0) AS comments,
    (SELECT newest_page FROM tags WHERE '#' || id = ?1) AS newest_page, (SELECT post_count FROM tags WHERE '#' || id = ?1) AS total
  FROM posts p LEFT JOIN post_stats s ON s.id = p.id WHERE ${OF_TAG}`;

/** The posts of which the device lacks comments. Each is a bucket. Parameter: '#' and the tag. */
export const TAG_POSTS_SQL = `SELECT p.id FROM posts p JOIN post_stats s ON s.id = p.id WHERE ${OF_TAG}
    AND (SELECT count(*) FROM comments c WHERE c.post_id = p.id) < min(s.comment_count, ${COMMENTS})
  ORDER BY p.created_at DESC LIMIT 40`;

/** As POST_PICTURES_SQL. Parameter: '#' and the tag. */
export const TAG_PICTURES_SQL = `SELECT coalesce(images, image_url) AS images FROM posts p
  WHERE ${OF_TAG} AND coalesce(images, image_url) IS NOT NULL ORDER BY p.created_at DESC`;

export const TAG_COMMENT_PICTURES_SQL = `SELECT c.image_url AS url, c.image_width AS width, c.image_height AS height
  FROM comments c JOIN posts p ON p.id = c.post_id WHERE ${OF_TAG} AND c.image_url IS NOT NULL ORDER BY c.created_at DESC`;
