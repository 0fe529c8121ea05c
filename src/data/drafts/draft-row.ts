import type { Picture } from '#contract/media.ts';

/** Unfinished input, keyed by the form it belongs to. */
export interface DraftRow {
  id: string;
  /** 'post', 'edit:<post>', 'comment:<post>', 'message:<member>' … */
  place: string;
  text: Record<string, string>;
  files: Picture[];
  /** Milliseconds since 1970. */
  changed_at: number;
}
