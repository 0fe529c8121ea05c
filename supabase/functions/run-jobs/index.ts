import { z } from 'zod';
import { checkFile, Uploads } from '../_shared/check-files.ts';
import { callDatabase } from '../_shared/database.ts';
import { requireEnv } from '../_shared/env.ts';
import { endpoint, json, HttpError, readBody } from '../_shared/http.ts';
import { removeHostedFiles } from '../_shared/image-host.ts';
import { Failure, logFailure } from '../_shared/log.ts';
import { isSameSecret } from '../_shared/secrets.ts';
import { moveFile, removeFiles } from '../_shared/storage.ts';

const Files = z.array(z.object({ bucket_id: z.string(), path: z.string() }));
/** The bucket of files that are on hold and whose row is gone. Nobody reads it but staff. */
const HELD = 'held-files';

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

/** Milliseconds in which a run takes work in slices. A run is called once a minute. */
const WORK_TIME = 20_000;

const Work = z.object({ kind: z.string(), subject: z.string() }).nullable();

/**
 * Continues what is too much for one statement, such as the deletion of an account, one second for each in turn.
 * Returns how many calls succeeded and failed.
 */
async function continueWork(): Promise<{ calls: number; failed: number; overdue: number }> {
  const until = Date.now() + WORK_TIME;
  let [calls, failed] = [0, 0];
  while (Date.now() < until) {
    const work = Work.parse(await callDatabase('claim_work', {}));
    if (work === null) break;
    try {
      await callDatabase('do_work', work);
      calls += 1;
    } catch (error) {
      // It is due again after a pause, and the others continue.
      logFailure(`run-jobs work ${work.kind}`, error);
      failed += 1;
    }
  }
  const overdue = z.number().parse(await callDatabase('overdue_work', {}));
  if (overdue > 0) logFailure('run-jobs work', new Failure(`${overdue} older than a day`));
  return { calls, failed, overdue };
}

/** Milliseconds in which a run looks for the file that fails among others. */
const SEARCH_TIME = 10_000;

/**
 * Deletes files of one bucket and takes them off the list. Those that cannot be deleted go to its end and do not keep
 * the others. Returns how many are gone.
 */
async function removeListed(bucket: string, paths: readonly string[], until: number): Promise<number> {
  try {
    await removeFiles(bucket, paths);
    await callDatabase('files_were_removed', { bucket, paths });
    return paths.length;
  } catch (error) {
    if (paths.length === 1 || Date.now() > until) {
      logFailure(`run-jobs ${bucket}`, error);
      await callDatabase('files_were_not_removed', { bucket, paths });
      return 0;
    }
    const half = Math.ceil(paths.length / 2);
    const first = await removeListed(bucket, paths.slice(0, half), until);
    return first + (await removeListed(bucket, paths.slice(half), until));
  }
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
      // It goes to the end of the list, and the others are moved now.
      logFailure('run-jobs held files', error);
      await callDatabase('files_were_not_removed', { bucket, paths: [path] });
    }
  }
  return held;
}

/** `only`: what a scheduler that can run no SQL calls every few seconds. */
const Body = z.object({ only: z.literal('publish_counts').optional() });

/**
 * Runs once a minute, with the service key: starts and ends ads, deletes what is too old, purges accounts and posts
 * that are due, checks new files, and deletes files.
 */
Deno.serve(
  endpoint(async (request) => {
    const bearer = (request.headers.get('authorization') ?? '').replace(/^Bearer /, '');
    if (!(await isSameSecret(bearer, requireEnv('SUPABASE_SERVICE_ROLE_KEY'))))
      throw new HttpError(403, 'Only the service may run jobs.');
    // A scheduler may call it without a body.
    const { only } = await readBody(request, Body, '{}');
    if (only) return json({ [only]: await callDatabase(only, {}) });
    const done: Record<string, unknown> = {};
    for (const job of [
      'refresh_ads',
      'refresh_boards',
      'publish_counts',
      'forget_own_counts',
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
    done['work'] = await continueWork().catch((error: unknown) => {
      logFailure('run-jobs work', error);
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
      removed += await removeListed(bucket, paths, Date.now() + SEARCH_TIME);
    }
    const hosted = Files.parse(await callDatabase('hosted_files_to_remove', {})).map(({ path }) => path);
    const paths = await removeHostedFiles(hosted);
    if (paths.length > 0) await callDatabase('files_were_removed', { bucket: 'image-host', paths });
    return json({ ...done, files_removed: removed, hosted_files_waiting: hosted.length - paths.length });
  }),
);
