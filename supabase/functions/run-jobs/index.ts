import { z } from 'zod';
import { callDatabase } from '../_shared/database.ts';
import { requireEnv } from '../_shared/env.ts';
import { endpoint, json, HttpError } from '../_shared/http.ts';
import { removeHostedFiles } from '../_shared/image-host.ts';
import { logFailure } from '../_shared/log.ts';
import { isSameSecret } from '../_shared/secrets.ts';
import { moveFile, readFile, removeFiles } from '../_shared/storage.ts';
import { MAX_SECONDS, videoFacts } from '../_shared/video.ts';

const Files = z.array(z.object({ bucket_id: z.string(), path: z.string() }));
/** The bucket of files that are on hold and whose row is gone. Nobody reads it but staff. */
const HELD = 'held-files';

const Videos = z.array(z.object({ path: z.string(), size: z.number(), type: z.string().nullable() }));

/** What is wrong with a stored video; null: it may be shown. A length that the file does not name cannot be checked. */
async function problemOf({ path, size, type }: z.infer<typeof Videos>[number]): Promise<'format' | 'length' | null> {
  const { format, seconds } = await videoFacts(size, (from, to) => readFile('public-videos', path, from, to));
  if (format === null || format !== type || seconds === null) return 'format';
  return seconds > MAX_SECONDS ? 'length' : null;
}

/** Reads the headers of new videos. Returns how many were refused. */
async function checkVideos(): Promise<number> {
  let refused = 0;
  for (const video of Videos.parse(await callDatabase('videos_to_check', {}))) {
    try {
      const problem = await problemOf(video);
      await callDatabase('video_was_checked', { path: video.path, problem });
      if (problem) refused += 1;
    } catch (error) {
      // It is tried again at the next run, and the others are checked now.
      logFailure('run-jobs videos', error);
    }
  }
  return refused;
}

/** Moves evidence whose row is gone to the bucket for it. Returns how many files. */
async function holdFiles(): Promise<number> {
  let held = 0;
  for (const { bucket_id: bucket, path } of Files.parse(await callDatabase('files_to_hold', {}))) {
    try {
      await moveFile(bucket, path, HELD, `${bucket}/${path}`);
      await callDatabase('files_were_removed', { bucket, paths: [path] });
      held += 1;
    } catch (error) {
      // It stays listed, and the others are moved now.
      logFailure('run-jobs held files', error);
    }
  }
  return held;
}

/** Runs once a minute, with the service key: starts and ends ads, deletes what is too old, purges accounts and posts that are due, checks new videos, and deletes files. */
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
      'purge_held_evidence',
      'publish_waiting',
      'expire_pending_posts',
      'forget_notification_causes',
      'forget_stripe_events',
      'forget_contact_senders',
      'forget_applied_operations',
      'list_orphan_files',
    ]) {
      // If one fails, the others still run.
      done[job] = await callDatabase(job, {}).catch((error: unknown) => {
        logFailure(`run-jobs ${job}`, error);
        return 'failed';
      });
    }
    done['videos_refused'] = await checkVideos().catch((error: unknown) => {
      logFailure('run-jobs videos', error);
      return 'failed';
    });
    done['files_held'] = await holdFiles().catch((error: unknown) => {
      // They stay listed.
      logFailure('run-jobs held files', error);
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
