import { nextCheck } from '#data/device/next-check.ts';
import { useStore } from '#lib/use-store.ts';

/** When a server that does not answer is asked again (Date.now()). Null: it is asked now, or it answers. */
export const useNextCheck = (): number | null => useStore(nextCheck);
