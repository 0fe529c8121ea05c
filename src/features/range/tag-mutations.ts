import { readPostImages } from '#contract/post-images.ts';
import { withScreenOn } from '#data/device/screen-on.ts';
import { pack } from '#data/range/pack.ts';
import { readPacked } from '#data/range/packed.ts';
import { dropTagPack, noteTagPack } from '#data/range/tag-packs.ts';
import type { Replica } from '#data/replica/replica.ts';
import type { StreamRequest } from '#data/replica/streams.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { sized, type Wanted } from './mutations.ts';
import { TAG_COMMENT_PICTURES_SQL, TAG_PICTURES_SQL, TAG_POSTS_SQL, TAG_SIZE_SQL } from './range-sql.ts';

type Db = Pick<Replica, 'db'>;

/** What a tag has, as far as this device has its rows. */
export interface TagSize {
  posts: number;
  comments: number;
  /** Public posts with the tag on the server; null while unknown. */
  total: number | null;
  /** Of its list on the server. */
  newest_page: number | null;
}

export const readTagSize = async ({ db }: Db, tag: string): Promise<TagSize> =>
  db.get<TagSize>(TAG_SIZE_SQL, [`#${tag}`]);

/** Pictures in posts with the tag and in their comments, the newest first. */
export async function tagPictures({ db }: Db, tag: string): Promise<Wanted[]> {
  const [posts, comments] = await Promise.all([
    db.getAll<{ images: string }>(TAG_PICTURES_SQL, [`#${tag}`]),
    db.getAll<{ url: string; width: number | null; height: number | null }>(TAG_COMMENT_PICTURES_SQL, [`#${tag}`]),
  ]);
  const all = [
    ...posts.flatMap(({ images }) => readPostImages(images).map(({ url, width, height }) => sized(url, width, height))),
    ...comments.map(({ url, width, height }) => sized(url, width, height)),
  ];
  return [...new Map(all.map((wanted) => [wanted.url, wanted])).values()];
}

/** The stream of a list has its two newest pages, 50 posts each; two older ones are packed with them. */
const NEWEST_PAGES = 2;
const OLDER_PAGES = 2;

const newestOf = (tag: string): StreamRequest[] => [{ name: 'tag_posts', parameters: { list: `#${tag}` } }];

async function olderOf(replica: Db, tag: string): Promise<StreamRequest[]> {
  const { newest_page } = await readTagSize(replica, tag);
  const first = (newest_page ?? 0) - NEWEST_PAGES;
  return Array.from({ length: Math.max(0, Math.min(OLDER_PAGES, first + 1)) }, (_, n) => ({
    name: 'tag_page',
    parameters: { list: `#${tag}`, page: first - n },
  }));
}

async function commentsOf({ db }: Db, tag: string): Promise<StreamRequest[]> {
  const posts = await db.getAll<{ id: string }>(TAG_POSTS_SQL, [`#${tag}`]);
  return posts.map(({ id }) => ({ name: 'post_public', parameters: { post_id: id } }));
}

/** Saves the posts of a tag with comments and pictures for a day. Resolves when it has ended: see `packState`. */
export async function packTag(tag: string): Promise<void> {
  const { megabytes } = await readPacked(accountOf(sessionStore.get()));
  let packed: Replica | undefined;
  const run = pack({
    tag,
    streams: [async () => newestOf(tag), (replica) => olderOf(replica, tag), (replica) => commentsOf(replica, tag)],
    pictures: async (replica) => {
      packed = replica;
      return (await tagPictures(replica, tag)).map(({ url }) => url);
    },
    most: megabytes * 1_000_000,
    async keep(account, pictures) {
      if (!packed) return;
      const { posts, comments } = await readTagSize(packed, tag);
      await noteTagPack(account, { tag, posts, comments }, pictures);
    },
  });
  await withScreenOn(run);
}

export const removeTag = (tag: string): Promise<void> => dropTagPack(accountOf(sessionStore.get()), tag, newestOf(tag));
