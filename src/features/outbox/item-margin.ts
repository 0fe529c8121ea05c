import { marginOf, type Margin } from '#ui/entry.ts';
import type { StampState } from '#ui/stamp.tsx';

/** The margin of an item of the outbox, which lists what was sent, too. */
export const itemMargin = (state: StampState | undefined): Margin | undefined =>
  state === 'sent' ? 'sent' : marginOf(state);
