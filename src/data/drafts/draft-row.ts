/** A picture or clip that is not sent yet. Bytes instead of a Blob: WebKit has failed to store Blobs (dexie#1227). */
export interface DraftFile {
  name: string;
  type: string;
  bytes: ArrayBuffer;
}

/** Unfinished input, keyed by the form it belongs to. */
export interface DraftRow {
  id: string;
  /** 'post', 'edit:<post>', 'comment:<post>', 'message:<member>' … */
  place: string;
  text: Record<string, string>;
  files: DraftFile[];
  /** Milliseconds since 1970. */
  changed_at: number;
}
