import { z } from 'zod';
import { FindGifs, GifEvents } from '#contract/gifs.ts';
import { requireActor } from '../_shared/actor.ts';
import { findGifs, reportGifEvents } from '../_shared/giphy.ts';
import { endpoint, json, readBody } from '../_shared/http.ts';
import { useRate } from '../_shared/rate.ts';

/** A name of the member that tells the provider nothing. */
async function aliasOf(id: string): Promise<string> {
  const bytes = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(`gifs:${Deno.env.get('GIPHY_API_KEY')}:${id}`),
  );
  return new Uint8Array(bytes).slice(0, 16).toHex();
}

/**
 * Gifs of the provider for members, and their reports back to it. The provider sees neither key, address nor id of a
 * member.
 */
Deno.serve(
  endpoint(async (request) => {
    const actor = await requireActor(request);
    const body = await readBody(request, z.union([FindGifs, GifEvents]));
    await useRate(actor.id, 'gif');
    const alias = await aliasOf(actor.id);
    if ('events' in body) {
      await reportGifEvents(body, alias);
      return json({});
    }
    return json(await findGifs(body, alias));
  }),
);
