import type { CsaeReport } from '#contract/forms.ts';
import type { Picture } from '#contract/media.ts';

/** The bucket of the files of child-safety reports. */
export const REPORT_FILES = 'csae-report-files';

/**
 * draft: a video whose post is not written yet; queued: waits for its post, or for its turn; sending; sent: the storage
 * has the whole file, its post is not confirmed yet; refused: the member must decide.
 */
export type MediaState = 'draft' | 'queued' | 'sending' | 'sent' | 'refused';

export interface UploadedFile {
  bucket: string;
  /** The path in the bucket; unique. */
  path: string;
  /** MIME. */
  type: string;
  /** Where a started upload is continued. */
  upload_url: string | null;
  failures: number;
}

export interface UploadProgress {
  state: MediaState;
  /** Bytes that the browser has sent. */
  sent: number;
  /** Bytes that the storage had when it answered last. */
  confirmed?: number;
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
}

interface Job extends UploadProgress, UploadedFile {
  id: string;
  /** For the outbox: the first words of its post or comment, or what it is; '' in a draft. */
  label: string;
  /** Bytes. */
  size: number;
  created_at: number;
}

export interface PostFile extends Job {
  kind: 'post_file';
  bucket: 'post-images' | 'comment-images';
  /** The post or comment. */
  entity_id: string;
  position: number;
  /** To move it back to a draft. */
  picture: Omit<Picture, 'bytes'>;
}

export interface Video extends Job {
  kind: 'video';
  bucket: 'public-videos';
  /** The post; '' in a draft. */
  entity_id: string;
  /** Of its file: name, size in pixels, and whether it had a location. */
  picture: Pick<Picture, 'name' | 'width' | 'height' | 'located'>;
  seconds: number;
}

export type ProfileField = 'profile_image_url' | 'banner_url';

/** A picture of the profile, which is uploaded first and then named by the profile. */
export interface ProfilePicture extends Job {
  kind: 'profile_picture';
  bucket: 'public-media';
  field: ProfileField;
  /** It goes to the image host of this installation, in one request. Only the page sends it. */
  isHosted: boolean;
  /** Its address there, when it is sent. */
  hosted_url?: string;
}

/** One file to upload. Its bytes are in another table, so that progress does not write them again. */
export type MediaJob = PostFile | Video | ProfilePicture;

/** The row that a job's file is for; of a picture of the profile its field. */
export const rowOf = (job: MediaJob): string => (job.kind === 'profile_picture' ? job.field : job.entity_id);

/** An attachment of a report. Its bytes are stored under its path. */
export interface ReportFile extends Pick<UploadProgress, 'sent' | 'upload_url' | 'failures' | 'error'> {
  path: string;
  type: string;
  size: number;
  state: Exclude<MediaState, 'draft'>;
}

/** A waiting child-safety report, deleted as a whole; sent after its files, which the server requires. */
export interface StoredReport extends Pick<UploadProgress, 'failures' | 'isFailing' | 'not_before'> {
  id: string;
  report: CsaeReport;
  /** In the order of `storage_paths`. */
  files: ReportFile[];
  /** Why the server refused the report itself, as a sentence or ''; null while it waits. */
  refused: string | null;
  created_at: number;
}

/** later: try again; absent: unknown post, or no right to add; refused: final. `message`: the server's, or ''. */
export type UploadOutcome =
  | { kind: 'done'; hosted_url?: string }
  | { kind: 'later'; isFailing?: boolean }
  | { kind: 'absent'; message: string }
  | { kind: 'refused'; message: string };
