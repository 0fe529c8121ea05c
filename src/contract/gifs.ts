import { z } from './zod.ts';

/** §9: gifs per answer. */
export const GIF_PAGE = 12;

/** The input of the function `gifs`. An empty term asks for trending ones. */
export const FindGifs = z.object({
  term: z.string().check(z.maxLength(50)),
  offset: z.int().check(z.nonnegative(), z.maximum(4999)),
});
export type FindGifs = z.infer<typeof FindGifs>;

/** What members did with gifs, for the provider. `payload` is its own, from the gif. */
export const GifEvents = z.object({
  events: z
    .array(
      z.object({
        action: z.enum(['SEEN', 'HOVER', 'CLICK']),
        gif_id: z.string().check(z.maxLength(100)),
        payload: z.string().check(z.maxLength(2000)),
        response_id: z.string().check(z.maxLength(200)),
        at: z.number(),
        /** It was found by a term. */
        is_search: z.boolean(),
      }),
    )
    .check(z.minLength(1), z.maxLength(100)),
});
export type GifEvents = z.infer<typeof GifEvents>;
export type GifEvent = GifEvents['events'][number];

/** A gif in the picker. `url` is its original rendition; width and height are the preview's. */
export const Gif = z.object({
  id: z.string(),
  title: z.string(),
  url: z.string(),
  preview: z.string(),
  width: z.number(),
  height: z.number(),
  payload: z.string(),
});
export type Gif = z.infer<typeof Gif>;

export const GifPage = z.object({
  gifs: z.array(Gif),
  /** Where the next page starts; null after the last one. */
  next: z.nullable(z.number()),
  response_id: z.string(),
});
export type GifPage = z.infer<typeof GifPage>;
