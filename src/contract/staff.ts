/** What the staff's functions in the database return (supabase/migrations/*_staff.sql). Times are ISO 8601. */

/** Rows of one page; the server sends one more if there is another page. */
export const STAFF_PAGE = 50;

/** Cases of each kind that the server sends at once. */
export const CASES_PAGE = 100;

/** §9: a member with this many flagged posts is marked. */
export const FLAGGED_WARNING = 3;

export const STAFF_SORTS = ['name', 'flagged', 'posts', 'comments', 'joined'] as const;
export type StaffSort = (typeof STAFF_SORTS)[number];

export interface StaffMember {
  id: string;
  username: string;
  profile_image_url: string | null;
  role: string;
  is_banned: boolean;
  is_muted: boolean;
  is_official: boolean;
  joined_at: string;
  flagged_posts: number;
  /** Null where only the server has them. */
  post_count: number | null;
  comment_count: number | null;
  report_count: number;
}

export interface StaffOverview {
  ban_tools: boolean;
  /** Members with 3 or more flagged posts. */
  warned: number;
  open_cases: number;
  /** When the first of them came; null: none is open. */
  oldest_case: string | null;
}

/** What a row of a reported or removed post was before its author changed or deleted it. */
export interface HeldEvidence {
  id: number;
  kind: 'posts' | 'post_images' | 'polls' | 'comments';
  was_deleted: boolean;
  words: string | null;
  /** Addresses of pictures and videos. */
  files: readonly string[];
  kept_at: string;
}

/** A report of child abuse, or a message of the contact form. */
export interface StaffCase {
  kind: 'csae' | 'contact';
  id: string;
  created_at: string;
  fields: {
    post_url?: string;
    victim?: string | null;
    text: string;
    name?: string;
    email: string | null;
    /** Names in the bucket of evidence. */
    files?: readonly string[];
    from: string | null;
  };
  is_done: boolean;
  note: string | null;
  handled_by: string | null;
  handled_at: string | null;
}

export interface HandledCase {
  /** False: another member of staff was first. */
  changed: boolean;
  is_done: boolean;
  handled_by: string | null;
}

export interface LogEntry {
  id: string;
  action: string;
  /** Usernames; null for a deleted account. */
  actor: string | null;
  target: string | null;
  subject_id: string | null;
  title: string | null;
  note: string | null;
  undoes: string | null;
  is_undone: boolean;
  /** By the reader, now. */
  can_undo: boolean;
  created_at: string;
}
