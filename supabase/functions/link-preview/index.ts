import { callDatabase } from '../_shared/database.ts';
import { requireEnv } from '../_shared/env.ts';
import { logFailure } from '../_shared/log.ts';
import { callerAddress, useRate } from '../_shared/rate.ts';
import { excerpt, pageOf, type PostPreview } from './page.ts';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The pictures of posts are in a bucket that only readers may read. Those of public posts are passed on from here. */
const PRIVATE = '/storage/v1/object/authenticated/post-images/';
const FILE_NAME = /^[A-Za-z0-9_-]{1,80}\.[a-z0-9]{2,5}$/;
/** What programs that show links can draw. */
const DRAWABLE = /\.(jpe?g|png|webp|gif)(\?|$)/i;

const GENERAL = { title: 'Rangeday', description: 'A social feed for range days that works without signal.' };

/** Null: it does not exist, or not everyone may read it. Both get the same answer. */
async function readPost(request: Request, id: string): Promise<PostPreview | null> {
  if (!ID.test(id)) return null;
  try {
    await useRate(`ip:${callerAddress(request)}`, 'link_preview');
    return (await callDatabase('post_preview', { post: id })) as PostPreview | null;
  } catch (error) {
    logFailure('link-preview', error);
    return null;
  }
}

/**
 * A file in the folder of this post. The author may name any address, such as a picture of somebody else's friends, and
 * our key opens all of them.
 */
function isOwnFile(address: string, id: string): boolean {
  const folder = `${PRIVATE}${id.toLowerCase()}/`;
  return address.startsWith(folder) && FILE_NAME.test(address.slice(folder.length));
}

function pictureOf(post: PostPreview | null, app: string, id: string): string | null {
  const picture = post?.picture;
  if (!picture || !DRAWABLE.test(picture)) return null;
  if (picture.startsWith(PRIVATE))
    return isOwnFile(picture, id) ? `${app}/api/link-preview?post=${id}&picture=1` : null;
  return picture.startsWith('/') ? app + picture : picture;
}

function page(post: PostPreview | null, id: string): Response {
  const app = (Deno.env.get('APP_URL') ?? requireEnv('SUPABASE_URL')).replace(/\/$/, '');
  const picture = pictureOf(post, app, id);
  const named = post && { title: post.title || `Post by @${post.username ?? ''}`, description: post.description ?? '' };
  const { title, description } = named ?? GENERAL;
  const markup = pageOf({
    url: post ? `${app}/posts/${id.toLowerCase()}` : `${app}/`,
    title: excerpt(title, 120),
    description: excerpt(description, 200) || GENERAL.description,
    picture: picture ?? `${app}/icons/icon-512.png`,
    isLarge: picture !== null,
  });
  return new Response(markup, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      // Short, because a post can be deleted. The general page may stand for a post that is not here yet, or could not
      // be read at this moment: a cache would show it to everyone.
      'cache-control': post ? 'public, max-age=300' : 'no-store',
      // Under the address of the post others get the app.
      vary: 'User-Agent',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    },
  });
}

const notFound = (): Response => new Response('Not found.', { status: 404, headers: { 'cache-control': 'no-store' } });

/** The first picture of a public post. */
async function picture(post: PostPreview | null, id: string): Promise<Response> {
  if (!post?.picture || !isOwnFile(post.picture, id)) return notFound();
  const key = requireEnv('SUPABASE_SERVICE_ROLE_KEY');
  const file = await fetch(requireEnv('SUPABASE_URL') + post.picture, {
    headers: { apikey: key, authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(10_000),
  });
  const type = file.headers.get('content-type') ?? '';
  if (!file.ok || !/^image\/(jpeg|png|webp|gif)$/.test(type)) {
    await file.body?.cancel();
    return notFound();
  }
  return new Response(file.body, {
    headers: { 'content-type': type, 'cache-control': 'public, max-age=300', 'x-content-type-options': 'nosniff' },
  });
}

/**
 * What a pasted link of a post shows elsewhere: title, text and picture of a public post. The host answers
 * `/posts/{id}` from here for the programs in #contract/link-preview.ts.
 */
Deno.serve(async (request) => {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return new Response('Only GET and HEAD are answered here.', { status: 405, headers: { allow: 'GET, HEAD' } });
  }
  const { searchParams } = new URL(request.url);
  const id = searchParams.get('post') ?? '';
  const post = await readPost(request, id);
  return searchParams.has('picture') ? picture(post, id) : page(post, id);
});
