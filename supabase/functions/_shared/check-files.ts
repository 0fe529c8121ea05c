import { z } from 'zod';
import { type FileProblem, fileProblem } from '#contract/files/file-problem.ts';
import { callDatabase } from './database.ts';
import { readFile } from './storage.ts';

const Upload = z.object({
  bucket_id: z.string(),
  path: z.string(),
  version: z.string(),
  /** Bytes. */
  size: z.number(),
  type: z.string().nullable(),
});
export type Upload = z.infer<typeof Upload>;
export const Uploads = z.array(Upload);

/**
 * Looks at the contents of an uploaded file and records the result, which shows the file or removes it. Throws if the
 * file cannot be read.
 */
export async function checkFile({ bucket_id, path, version, size, type }: Upload): Promise<FileProblem | null> {
  const read = (from: number, to: number) => readFile({ bucket: bucket_id, path, version }, from, to);
  const problem = await fileProblem({ bucket: bucket_id, type, size }, read);
  await callDatabase('file_was_checked', { bucket: bucket_id, path, version, problem });
  return problem;
}
