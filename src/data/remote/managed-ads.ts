import type { AdDay, AdInput, AdStats } from '#contract/managed-ads.ts';
import type { PageViewDay } from '#contract/page-views.ts';
import { sessionStore } from '../session/session.ts';
import { isFinal } from '../http/answers.ts';
import { type AccountReply, askDatabase, readList } from './account.ts';
import type { supabase } from './supabase.ts';

/* The ceo's writes to ads. They need the server's answer; the changed rows come back by the stream managed_ads. */

export const adStats = (): Promise<AccountReply<AdStats[]>> => askDatabase('ad_stats', {}, readList<AdStats>);

/** Impressions and clicks of the last `days` days (UTC), today included. */
export const adDays = (days: number): Promise<AccountReply<AdDay[]>> =>
  askDatabase('ad_days', { days }, readList<AdDay>);

/** Page views of the last `days` days (UTC), today included. */
export const pageViewDays = (days: number): Promise<AccountReply<PageViewDay[]>> =>
  askDatabase('page_view_days', { days }, readList<PageViewDay>);

/** `message` is '' if no answer came. */
export type WriteReply = { ok: true; id: string } | { ok: false; message: string; code?: string };

interface Written {
  data: { id: unknown }[] | null;
  error: { message: string; code?: string } | null;
  status: number;
}

type Client = ReturnType<typeof supabase>;

/** No row was changed: it was deleted, or row level security hides it, as from everybody but the ceo. */
const GONE = 'It was deleted, or you may not change it.';

async function write(send: (client: Client) => PromiseLike<Written>): Promise<WriteReply> {
  try {
    const remote = await import('./supabase.ts');
    const { data, error, status } = await send(remote.supabase());
    if (error)
      return { ok: false, message: isFinal({ status, body: error }) ? error.message : '', code: error.code ?? '' };
    const id = data?.[0]?.id;
    return typeof id === 'string' ? { ok: true, id } : { ok: false, message: GONE };
  } catch {
    return { ok: false, message: '' };
  }
}

/** Columns that name their writer must have the caller's id. */
const writer = (): { created_by: string | null } => {
  const session = sessionStore.get();
  return { created_by: session.kind === 'member' ? session.userId : null };
};

/** If an earlier attempt created it, the ad may have been edited since. */
export const createAd = async (id: string, input: AdInput): Promise<WriteReply> => {
  const reply = await write((client) =>
    client
      .from('ads')
      .insert({ id, ...input, ...writer() })
      .select('id'),
  );
  return !reply.ok && reply.code === '23505' ? updateAd(id, input) : reply;
};

export const updateAd = (id: string, input: Partial<AdInput>): Promise<WriteReply> =>
  write((client) => client.from('ads').update(input).eq('id', id).select('id'));

export const deleteAd = (id: string): Promise<WriteReply> =>
  write((client) => client.from('ads').delete().eq('id', id).select('id'));

export const createAdClient = (name: string): Promise<WriteReply> =>
  write((client) =>
    client
      .from('ad_clients')
      .insert({ name, ...writer() })
      .select('id'),
  );
