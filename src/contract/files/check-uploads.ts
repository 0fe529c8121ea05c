import { z } from 'zod';
import { FILE_PROBLEMS } from './file-problem.ts';

/** Body of the function `check-uploads`: paths in their buckets. */
export const CheckUploads = z.object({ paths: z.array(z.string().min(1).max(300)).min(1).max(20) });

/** good: others may see it; waiting: it could not be read now; otherwise what is wrong with it. Unknown files are left out. */
export const UploadState = z.object({
  bucket: z.string(),
  path: z.string(),
  state: z.enum(['good', 'waiting', ...FILE_PROBLEMS]),
});
export type UploadState = z.infer<typeof UploadState>;
