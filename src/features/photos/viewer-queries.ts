import { type PostImage, readPostImages } from '#contract/post-images.ts';
import { sessionStore } from '#data/session/session.ts';
import { useLive } from '#features/replica/use-live.ts';
import { isUnreachable } from '#lib/missing.ts';
import { useStore } from '#lib/use-store.ts';
import type { ViewedPictures, ViewerAddress } from '#contract/viewer-address.ts';

/** The pictures of a post, or the one of a comment on it. Parameters: post, comment or ''. */
const SQL = `SELECT p.id, CASE WHEN ?2 = '' THEN coalesce(p.images, p.image_url) ELSE c.image_url END AS images,
    coalesce(c.created_at, p.created_at) AS created_at, coalesce(uc.author, u.author) ->> '$.username' AS username
  FROM posts p LEFT JOIN comments c ON c.id = ?2 AND c.post_id = p.id
  LEFT JOIN people u ON u.id = p.user_id LEFT JOIN people uc ON uc.id = c.user_id
  WHERE p.id = ?1 AND coalesce(p.status, 'live') <> 'removed'`;

interface Row {
  id: string;
  images: string | null;
  created_at: string | null;
  username: string | null;
}

const decode = ({ images, created_at, username }: Row) => ({
  images: readPostImages(images) satisfies PostImage[],
  username: username ?? '',
  iso: created_at ?? '',
});

const MEMBER_STREAMS = ['post_own', 'post_chosen'];

export interface LinkedPictures {
  pictures: ViewedPictures | null;
  missing: 'gone' | 'offline' | 'loading';
}

export function useLinkedPictures({ post, comment = '', at }: ViewerAddress): LinkedPictures {
  const isMember = useStore(sessionStore).kind === 'member';
  const parameters = { post_id: post };
  const { rows, missing } = useLive<Row, ReturnType<typeof decode>>({
    sql: SQL,
    parameters: [post, comment],
    decode,
    sources: ['post_public', ...(isMember ? MEMBER_STREAMS : [])].map((name) => ({ name, parameters })),
  });
  const [found] = rows;
  return {
    pictures: found?.images.length ? { ...found, post, at, isOwn: true } : null,
    missing: isUnreachable(missing) ? 'offline' : missing,
  };
}
