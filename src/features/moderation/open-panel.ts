import { createStore } from '#lib/store.ts';

export interface PanelTarget {
  postId: string;
  /** The author's. */
  username: string;
  /** Called when the deletion is queued. */
  onDeleted?: (() => void) | undefined;
}

/** Rendered elsewhere than opened: a pinned entry moves in its list, which would close its dialog. */
export const panelTarget = createStore<PanelTarget | null>(null);
