import { parentPort } from 'node:worker_threads';

import bcrypt from 'bcryptjs';

import type { PasswordJob } from './password-pool.ts';

/** Answers each job with a hash, or with whether the password matches. A malformed hash matches nothing. */
parentPort?.on('message', (job: PasswordJob) => {
  parentPort?.postMessage('cost' in job ? bcrypt.hashSync(job.password, job.cost) : isMatch(job.password, job.hash));
});

function isMatch(password: string, hash: string): boolean {
  try {
    return bcrypt.compareSync(password, hash);
  } catch {
    return false;
  }
}
