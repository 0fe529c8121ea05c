import { z } from 'zod';

/** Body of the function `check-uploads`: paths in their buckets. */
export const CheckUploads = z.object({ paths: z.array(z.string().min(1).max(300)).min(1).max(20) });

/** good: may be shown; waiting: could not be read now; refused: removed, with a reason. Unknown files are omitted. */
export const UploadState = z.object({
  bucket: z.string(),
  path: z.string(),
  state: z.enum(['good', 'waiting', 'refused']),
  message: z.string(),
});
export type UploadState = z.infer<typeof UploadState>;
