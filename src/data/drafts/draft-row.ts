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

/**
 * A chosen photo until it is reduced. It has its metadata, so it never leaves the device. Its id becomes that of the
 * picture.
 */
export interface OriginalRow {
  id: string;
  /** The id of its draft. */
  draft: string;
  name: string;
  bytes: ArrayBuffer;
}

/** A deleted draft, for a while: what localStorage still has of it after a crash is not restored. */
export interface RemovedRow {
  /** The draft's. */
  id: string;
  /** Milliseconds since 1970. */
  at: number;
}
