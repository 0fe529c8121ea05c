import { z } from 'zod';
import { checkFile, Uploads } from '../_shared/check-files.ts';
import { callDatabase } from '../_shared/database.ts';
import { requireEnv } from '../_shared/env.ts';
import { endpoint, json, HttpError } from '../_shared/http.ts';
import { removeHostedFiles } from '../_shared/image-host.ts';
import { logFailure } from '../_shared/log.ts';
import { isSameSecret } from '../_shared/secrets.ts';
import { removeFiles } from '../_shared/storage.ts';

const Files = z.array(z.object({ bucket_id: z.string(), path: z.string() }));

/** Checks the contents of files that nobody has asked about. Returns how many were refused. */
async function checkFiles(): Promise<number> {
  let refused = 0;
  for (const file of Uploads.parse(await callDatabase('files_to_check', {}))) {
    try {
      if (await checkFile(file)) refused += 1;
    } catch (error) {
      // It is tried again at the next run, and the others are checked now.
      logFailure('run-jobs files', error);
    }
  }
  return refused;
}

/** Runs once a minute, with the service key: starts and ends ads, deletes what is too old, purges accounts and posts that are due, checks new files, and deletes files. */
Deno.serve(
  endpoint(async (request) => {
    const bearer = (request.headers.get('authorization') ?? '').replace(/^Bearer /, '');
    if (!(await isSameSecret(bearer, requireEnv('SUPABASE_SERVICE_ROLE_KEY'))))
      throw new HttpError(403, 'Only the service may run jobs.');
    const done: Record<string, unknown> = {};
    for (const job of [
      'refresh_ads',
      'refresh_boards',
      'forget_ad_events',
      'forget_rate_usage',
      'purge_accounts',
      'purge_removed_comments',
      'purge_removed_posts',
      'expire_pending_posts',
      'forget_notification_causes',
      'forget_stripe_events',
      'forget_contact_senders',
      'forget_applied_operations',
      'list_orphan_files',
      'forget_file_checks',
    ]) {
      // If one fails, the others still run.
      done[job] = await callDatabase(job, {}).catch((error: unknown) => {
        logFailure(`run-jobs ${job}`, error);
        return 'failed';
      });
    }
    done['files_refused'] = await checkFiles().catch((error: unknown) => {
      logFailure('run-jobs files', error);
      return 'failed';
    });
    let removed = 0;
    const listed = Files.parse(await callDatabase('files_to_remove', {}));
    for (const bucket of new Set(listed.map((file) => file.bucket_id))) {
      const paths = listed.filter((file) => file.bucket_id === bucket).map((file) => file.path);
      try {
        await removeFiles(bucket, paths);
        await callDatabase('files_were_removed', { bucket, paths });
        removed += paths.length;
      } catch (error) {
        // They stay listed, and the files of other buckets go.
        logFailure(`run-jobs ${bucket}`, error);
      }
    }
    const hosted = Files.parse(await callDatabase('hosted_files_to_remove', {})).map(({ path }) => path);
    const paths = await removeHostedFiles(hosted);
    if (paths.length > 0) await callDatabase('files_were_removed', { bucket: 'image-host', paths });
    return json({ ...done, files_removed: removed, hosted_files_waiting: hosted.length - paths.length });
  }),
);
