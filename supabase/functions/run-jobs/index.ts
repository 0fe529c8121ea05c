import { z } from 'zod';
import { callDatabase } from '../_shared/database.ts';
import { need } from '../_shared/env.ts';
import { endpoint, json, Refusal } from '../_shared/http.ts';
import { isSameSecret } from '../_shared/secrets.ts';
import { removeFiles } from '../_shared/storage.ts';

const Files = z.array(z.object({ bucket_id: z.string(), path: z.string() }));
/** Buckets of ours. What lies at the image host is removed by whoever holds its key. */
const BUCKETS = new Set(['post-images', 'comment-images', 'csae-report-files']);

/** What must happen by the clock, each minute: ads begin and end, old addresses go, due accounts are purged and their files removed. With the service key only. */
Deno.serve(
  endpoint(async (request) => {
    const bearer = (request.headers.get('authorization') ?? '').replace(/^Bearer /, '');
    if (!(await isSameSecret(bearer, need('SUPABASE_SERVICE_ROLE_KEY'))))
      throw new Refusal(403, 'Only the service may run jobs.');
    const done: Record<string, unknown> = {};
    for (const job of [
      'refresh_ads',
      'refresh_boards',
      'forget_ad_events',
      'forget_pushed',
      'purge_accounts',
      'list_orphan_files',
    ]) {
      // One that fails does not keep the others.
      done[job] = await callDatabase(job, {}).catch((error: unknown) => {
        console.error(error);
        return 'failed';
      });
    }
    const listed = Files.parse(await callDatabase('files_to_remove', {})).filter((file) => BUCKETS.has(file.bucket_id));
    for (const bucket of new Set(listed.map((file) => file.bucket_id))) {
      const paths = listed.filter((file) => file.bucket_id === bucket).map((file) => file.path);
      await removeFiles(bucket, paths);
      await callDatabase('files_were_removed', { bucket, paths });
    }
    return json({ ...done, files_removed: listed.length });
  }),
);
