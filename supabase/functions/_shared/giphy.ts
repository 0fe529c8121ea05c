import { z } from 'zod';
import { type FindGifs, GIF_PAGE, type GifEvents, type GifPage } from '#contract/gifs.ts';
import { HttpError } from './http.ts';

const Rendition = z.object({
  url: z.string(),
  webp: z.string().optional(),
  width: z.coerce.number(),
  height: z.coerce.number(),
});

const Answer = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      title: z.string().default(''),
      images: z.object({ original: Rendition, fixed_width: Rendition.optional() }),
      analytics_response_payload: z.string().default(''),
    }),
  ),
  meta: z.object({ response_id: z.string().default('') }),
  pagination: z.object({ offset: z.number(), count: z.number(), total_count: z.number() }),
});

/** §8: without a message of the provider. */
const FAILED = 'Error fetching';
const ABROAD = 'This content is not available in your location';

const Failure = z.object({ message: z.string().optional(), meta: z.object({ msg: z.string().optional() }).optional() });

/** Null: gifs are switched off on this deployment. */
const key = (): string | null => Deno.env.get('GIPHY_API_KEY') || null;

function requireKey(): string {
  const found = key();
  if (found === null) throw new HttpError(404, 'Gifs are not available here.');
  return found;
}

const base = (): string => Deno.env.get('GIPHY_API_BASE') ?? 'https://api.giphy.com';

/** The fetch optimizer in front of the provider's files, such as https://res.cloudinary.com/x/image/fetch/f_auto. */
function optimized(url: string): string {
  const optimizer = Deno.env.get('GIF_FETCH_BASE');
  return optimizer ? `${optimizer.replace(/\/$/, '')}/${encodeURIComponent(url)}` : url;
}

/**
 * Trending or found gifs. Throws HttpError 451 if the provider does not serve this country, 502 with its message for
 * other failures.
 */
export async function findGifs({ term, offset }: FindGifs, pingbackId: string): Promise<GifPage> {
  const query = new URLSearchParams({
    api_key: requireKey(),
    offset: String(offset),
    limit: String(GIF_PAGE),
    rating: 'pg-13',
  });
  query.set('pingback_id', pingbackId);
  if (term) query.set('q', term);
  const response = await fetch(`${base()}/v1/gifs/${term ? 'search' : 'trending'}?${query.toString()}`, {
    signal: AbortSignal.timeout(10_000),
  }).catch(() => null);
  if (!response) throw new HttpError(502, FAILED);
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const failure = Failure.safeParse(body).data;
    const message = failure?.message ?? failure?.meta?.msg ?? FAILED;
    // A refusal for this country has its own status, or only its own sentence.
    if (response.status === 451 || message === ABROAD) throw new HttpError(451, ABROAD);
    throw new HttpError(502, message);
  }
  const answer = Answer.safeParse(body);
  if (!answer.success) throw new HttpError(502, FAILED);
  const { data, meta, pagination } = answer.data;
  const end = pagination.offset + pagination.count;
  return {
    response_id: meta.response_id,
    next: pagination.count > 0 && end < pagination.total_count ? end : null,
    gifs: data.map(({ id, title, images, analytics_response_payload }) => {
      const shown = images.fixed_width ?? images.original;
      return {
        id,
        title,
        url: optimized(images.original.url),
        preview: optimized(shown.webp ?? shown.url),
        width: shown.width,
        height: shown.height,
        payload: analytics_response_payload,
      };
    }),
  };
}

/** Reports to the provider, as its terms require. `who` is a random name of the member, not their id. */
export async function reportGifEvents({ events }: GifEvents, who: string): Promise<void> {
  const url = `${Deno.env.get('GIPHY_PINGBACK_BASE') ?? 'https://pingback.giphy.com'}/v2/pingback?apikey=${encodeURIComponent(requireKey())}`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      events: events.map(({ action, gif_id, payload, response_id, at, is_search }) => ({
        ...{
          event_type: is_search ? 'GIF_SEARCH' : 'GIF_TRENDING',
          action_type: action,
          gif_id,
          user: { random_id: who },
        },
        ...{ analytics_response_payload: payload, response_id, ts: at },
      })),
    }),
    signal: AbortSignal.timeout(10_000),
  });
  await response.body?.cancel();
}
