import type { CommonPowerSyncDatabase } from '@powersync/common';
import { storedUrl } from '#contract/media.ts';
import { readKey, writeKey } from '../device/kv.ts';
import { registerSync } from '../outbox/register-sync.ts';
import { withScreenOn } from '../device/screen-on.ts';
import { savesData, settingsStore } from '../device/settings.ts';
import { endpoints } from '../http/config.ts';
import type { Member } from '../session/session.ts';
import { memberToken } from '../session/tokens.ts';
import type { Readiness } from './lane.ts';
import { filesDeferredKey, mediaKey, mediaLock } from './media-key.ts';
import { sendReports } from './send-reports.ts';
import type { MediaJob, ProfilePicture, Video } from './media-row.ts';

/** How soon files are looked for again when another tab was sending. */
const LOCKED_MS = 1000;

/** Network Information API, only in Chromium. */
const isWifi = (): boolean => (navigator as Navigator & { connection?: { type?: string } }).connection?.type === 'wifi';

/** The member has asked for it in this page. */
let isForced = false;

/** Uploads also without Wi-Fi, until the page is closed. */
export const uploadNow = (): void => {
  isForced = true;
};

const needsWifi = (): boolean => savesData(settingsStore.get()) && !isForced;

/** Whether files wait for Wi-Fi. */
export const isWaitingForWifi = (): boolean => needsWifi() && !isWifi();

/** Uploads files beside the queue. `kick` starts it: checkpoint, network, heartbeat; `isSilent`: only if urgent. */
export function createMediaLane(
  db: CommonPowerSyncDatabase,
  { userId }: Member,
  signal: AbortSignal,
  isSilent: () => boolean,
) {
  const drops = new EventTarget();
  let running = false;
  /** A call during a run, with its urgency. */
  let next: { isUrgent: boolean } | null = null;
  let wasDeferred: boolean | undefined;
  let stopWatching: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** A picture of the profile is uploaded at once, and then named by the profile. */
  const showInProfile = async ({ bucket, path, field, hosted_url }: ProfilePicture): Promise<Readiness> => {
    const { setProfilePicture } = await import('./profile-picture.ts');
    const result = await setProfilePicture({ field, url: hosted_url ?? storedUrl(bucket, path) }, { account: userId });
    return result.ok ? 'done' : 'wait';
  };

  const hasDraft = async ({ id }: Video): Promise<boolean> =>
    (await (await import('../drafts/drafts.ts')).draftsOf(userId, 'post')).some(({ fields }) => fields.video === id);

  const readiness = async (job: MediaJob): Promise<Readiness> => {
    if (job.kind === 'profile_picture') return job.state === 'sent' ? showInProfile(job) : 'ready';
    return (await import('./readiness.ts')).fileReadiness(db, job, hasDraft);
  };

  const postOf = ({ bucket, path }: Video) =>
    db.getOptional<{ id: string; label: string }>(
      `SELECT id, coalesce(title, description, '') AS label FROM posts WHERE video_url = ? AND coalesce(status, '') <> 'removed'`,
      [storedUrl(bucket, path)],
    );

  const run = async (isUrgent: boolean): Promise<number> => {
    if ((await readKey(mediaKey(userId)).catch(() => false)) !== true) return Infinity;
    const { watchWaiting, formerAds } = await import('./media-store.ts');
    stopWatching ??= watchWaiting(userId);
    if ((await formerAds(userId)).files.length > 0)
      await (await import('./former-ads.ts')).moveFormerAdsToDrafts(userId);
    if (signal.aborted) stopWatching();
    const isDeferred = needsWifi();
    // The service worker cannot read the settings.
    if (isDeferred !== wasDeferred) void writeKey(filesDeferredKey(userId), isDeferred);
    wasDeferred = isDeferred;
    void sendReports(userId, { signal, isUrgent });
    const [{ runLane }, { uploadResumable }] = await Promise.all([import('./lane.ts'), import('./tus-upload.ts')]);
    const { supabaseUrl, publishableKey } = endpoints();
    const work = () =>
      runLane({
        account: userId,
        readiness,
        postOf,
        isAbandoned: async (job) => !(await hasDraft(job)),
        tokens: (refused) => memberToken(userId, refused),
        mayUpload: () => !isWaitingForWifi(),
        upload: async (call, job) => {
          if (job.kind !== 'profile_picture' || !job.isHosted) return withScreenOn(uploadResumable({ ...call, drops }));
          const { sendToHost } = await import('./public-picture.ts');
          return withScreenOn(sendToHost(userId, job, call.bytes));
        },
        checkSent: (jobs) => void import('./check-sent.ts').then(({ checkSent }) => checkSent(userId, jobs)),
        endpoint: `${supabaseUrl}/storage/v1/upload/resumable`,
        publishableKey,
        signal,
        isUrgent,
      });
    if (!navigator.locks) return work();
    // Another tab or the worker is sending, but may have listed the files before the newest one.
    return navigator.locks.request(mediaLock(userId), { ifAvailable: true }, (lock) =>
      lock ? work() : Date.now() + LOCKED_MS,
    );
  };

  function kick({ isUrgent = false } = {}): void {
    if (signal.aborted || (isSilent() && !isUrgent)) return;
    if (running) {
      next = { isUrgent: isUrgent || next?.isUrgent === true };
      return;
    }
    running = true;
    clearTimeout(timer);
    run(isUrgent)
      .then((at) => {
        // Behind the heartbeat, which also calls it.
        if (at < Infinity && !signal.aborted) timer = setTimeout(kick, Math.max(500, at - Date.now()));
      })
      .catch((error) => console.debug('Files could not be uploaded.', error))
      .finally(() => {
        running = false;
        const call = next;
        next = null;
        if (call) kick(call);
      });
  }
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    stopWatching?.();
  });
  return {
    kick,
    /** The streams' connection was lost, so most likely the upload's: it continues on a new one. */
    drop: () => void drops.dispatchEvent(new Event('drop')),
    /** The page is hidden: the service worker may be the next to have a network. */
    async handOverToWorker() {
      if ((await readKey(mediaKey(userId)).catch(() => false)) === true) await registerSync().catch(() => {});
    },
  };
}
