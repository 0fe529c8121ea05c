import { z } from 'zod';
import { CheckUploads, type UploadState } from '#contract/files/check-uploads.ts';
import { FILE_PROBLEM_TEXTS, FILE_PROBLEMS, type FileProblem } from '#contract/files/file-problem.ts';
import { requireActor } from '../_shared/actor.ts';
import { checkFile } from '../_shared/check-files.ts';
import { callDatabase } from '../_shared/database.ts';
import { endpoint, json, readBody } from '../_shared/http.ts';
import { logFailure } from '../_shared/log.ts';
import { useRate } from '../_shared/rate.ts';

const Own = z.array(
  z.object({
    bucket_id: z.string(),
    path: z.string(),
    version: z.string(),
    /** Null: the file is gone. */
    size: z.number().nullable(),
    type: z.string().nullable(),
    is_checked: z.boolean(),
    problem: z.enum(FILE_PROBLEMS).nullable(),
  }),
);

/**
 * The result for one file; it is checked now if that was not done. A file that is gone without a result is left out.
 */
async function stateOf(file: z.infer<typeof Own>[number]): Promise<UploadState[]> {
  const { bucket_id: bucket, path, size, is_checked, problem } = file;
  if (size === null && problem === null) return [];
  const toState = (found: FileProblem | null): UploadState[] => [
    { bucket, path, state: found ? 'refused' : 'good', message: found ? FILE_PROBLEM_TEXTS[found] : '' },
  ];
  if (is_checked || size === null) return toState(problem);
  try {
    return toState(await checkFile({ ...file, size }));
  } catch (error) {
    // The jobs try again.
    logFailure('check-uploads', error);
    return [{ bucket, path, state: 'waiting', message: '' }];
  }
}

/** Checks the files that the calling member has uploaded at once, so that their post need not wait for the jobs. */
Deno.serve(
  endpoint(async (request) => {
    const { id } = await requireActor(request);
    const { paths } = await readBody(request, CheckUploads);
    await useRate(id, 'file_check');
    const states: UploadState[] = [];
    // One after the other: each is in memory while it is read.
    for (const file of Own.parse(await callDatabase('uploads_of', { member: id, paths })))
      states.push(...(await stateOf(file)));
    return json(states);
  }),
);
