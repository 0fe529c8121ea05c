import { z } from 'zod';

/** Body of the function `check-uploads`: paths in their buckets. */
export const CheckUploads = z.object({ paths: z.array(z.string().min(1).max(300)).min(1).max(20) });

/**
 * good: others may see it; waiting: it could not be read now; refused: it was removed, for the reason in `message`.
 * Unknown files are left out.
 */
export const UploadState = z.object({
  bucket: z.string(),
  path: z.string(),
  state: z.enum(['good', 'waiting', 'refused']),
  message: z.string(),
});
export type UploadState = z.infer<typeof UploadState>;
