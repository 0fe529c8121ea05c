import { ask } from '../remote/account.ts';
import type { MediaJob } from './media-row.ts';
import { changeJob } from './media-store.ts';

/** As the function check-uploads takes them. */
const MOST_PER_CALL = 20;

interface State {
  path: string;
  state: 'good' | 'waiting' | 'refused';
  message: string;
}

const readStates = (body: unknown): State[] | null => (Array.isArray(body) ? (body as State[]) : null);

let running = false;

/**
 * Asks the server to look at files that were sent. Storage services accept any contents, and the post waits until this
 * was done: by this call, or by a job that runs every minute. A refused file is as one that the storage has refused.
 */
export async function checkSent(account: string, jobs: readonly MediaJob[]): Promise<void> {
  const unchecked = jobs.filter((job) => !job.isChecked && !(job.kind === 'profile_picture' && job.isHosted));
  if (running || unchecked.length === 0) return;
  running = true;
  const asked = unchecked.slice(0, MOST_PER_CALL);
  try {
    const reply = await ask('check-uploads', readStates, { paths: asked.map(({ path }) => path) });
    if (!reply.ok) return;
    for (const { id, path } of asked) {
      const found = reply.body.find((state) => state.path === path);
      if (found?.state === 'refused')
        await changeJob(account, id, { state: 'refused', error: found.message, upload_url: null, sent: 0 });
      // The server no longer has a file that was taken out elsewhere: there is nothing to wait for.
      else if (found?.state !== 'waiting') await changeJob(account, id, { isChecked: true });
    }
  } finally {
    running = false;
  }
}
