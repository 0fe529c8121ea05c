import type { Picture } from '#contract/media.ts';

export type MediaBucket = 'post-images' | 'comment-images' | 'public-videos' | 'public-media' | typeof REPORT_FILES;

/** The bucket of a child-safety report, whose jobs `report-lane.ts` sends. */
export const REPORT_FILES = 'csae-report-files';

/**
 * draft: a video whose post is not written yet; queued: waits for its post, or for its turn; sending; sent: the storage has the whole file, its post is not confirmed yet; refused: the
 * member must decide.
 */
export type MediaState = 'draft' | 'queued' | 'sending' | 'sent' | 'refused';

/** One file to upload. Its bytes are in another table, so that progress does not write them again. */
export interface MediaJob {
  id: string;
  bucket: MediaBucket;
  /** The path in the bucket; unique. */
  path: string;
  /** The post or comment, and its first words; '' in a draft. Of a picture of the profile: its field, and what it is. Of a report: its id, and ''. */
  entity_id: string;
  label: string;
  position: number;
  size: number;
  /** To move it back to a draft. */
  picture: Omit<Picture, 'bytes'>;
  /** The length of a video. */
  seconds?: number;
  /** It goes to the image host of this installation, in one request. Only the page sends it. */
  isHosted?: boolean;
  /** Its address there, when it is sent. */
  hosted_url?: string;
  state: MediaState;
  /** Bytes that the browser has sent. */
  sent: number;
  /** Bytes that the storage had when it answered last. */
  confirmed?: number;
  /** Where a started upload is continued. */
  upload_url: string | null;
  failures: number;
  /** The last attempt met a server that failed, and not a missing network. */
  isFailing?: boolean;
  /** Milliseconds since 1970: not before; of a sent file when it was sent. */
  not_before: number;
  /** Sent: the server has looked at its contents and accepts them. */
  isChecked?: boolean;
  /** Refused: the reason as a sentence. */
  error: string | null;
  created_at: number;
}

/** later: try again; absent: it does not know the post, or nobody may add to it; refused: for good. `message`: the server's sentence, or ''. */
export type UploadOutcome =
  | { kind: 'done'; hosted_url?: string }
  | { kind: 'later'; isFailing?: boolean }
  | { kind: 'absent'; message: string }
  | { kind: 'refused'; message: string };
