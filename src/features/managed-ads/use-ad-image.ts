import { useCallback } from 'react';
import type { Picture } from '#contract/media.ts';
import { useObjectUrl } from '#lib/use-object-url.ts';

/** Where a picture of an ad is shown from: the bytes in its draft, or its address. '' for none. */
export function useAdImage(url: string, pending: Picture | undefined): string {
  const read = useCallback(async () => (pending ? new Blob([pending.bytes], { type: pending.type }) : null), [pending]);
  const local = useObjectUrl(pending?.id ?? null, read);
  return pending ? (local ?? '') : url;
}
