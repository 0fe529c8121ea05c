import { createStore } from '#lib/store.ts';

/** The post whose panel is open. */
export interface PanelTarget {
  postId: string;
  /** The author's. */
  username: string;
  /** Called when the deletion is queued. */
  onDeleted?: (() => void) | undefined;
}

/**
 * The panel is not rendered where it was opened: an entry that is pinned moves in its list, which would close a dialog
 * inside it.
 */
export const panelTarget = createStore<PanelTarget | null>(null);
