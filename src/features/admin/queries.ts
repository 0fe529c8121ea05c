import { type PostImage, readPostImages } from '#contract/post-images.ts';
import type { StaffMember } from '#contract/staff.ts';
import { type Report, type ReportRow, toReport } from '#features/moderation/queries.ts';
import { type Live, useLive } from '#features/replica/use-live.ts';
import { FLAGGED_POSTS_SQL, KEPT_MEMBERS_SQL, OPEN_REPORTS_SQL, REPORTED_FILES_SQL } from './admin-sql.ts';

type MemberRow = Omit<StaffMember, 'is_banned' | 'is_muted' | 'is_official'> & { is_banned: number; is_muted: number };

const toMember = (row: MemberRow): StaffMember => ({
  ...row,
  is_banned: row.is_banned === 1,
  is_muted: row.is_muted === 1,
  is_official: false,
});

/** The members on this device. */
export const useKeptMembers = (): Live<StaffMember> =>
  useLive<MemberRow, StaffMember>({ sql: KEPT_MEMBERS_SQL, decode: toMember });

/** A post or member with all its open reports, newest first. */
export interface ReportedCase {
  id: string;
  kind: 'post' | 'member';
  postId: string | null;
  username: string | null;
  title: string;
  text: string;
  createdAt: string;
  /** Of the reported member, or of the post's author. */
  flaggedPosts: number;
  reports: Report[];
}

interface OpenReportRow extends ReportRow {
  target_type: string | null;
  target_user_id: string | null;
  target_username: string | null;
  post_id: string | null;
  post_title: string | null;
  post_description: string | null;
  flagged_posts: number;
}

type OpenReport = Omit<ReportedCase, 'reports'> & { report: Report };

const toOpenReport = (row: OpenReportRow): OpenReport => ({
  id: row.post_id ?? row.target_user_id ?? row.id,
  kind: row.target_type === 'post' ? 'post' : 'member',
  postId: row.post_id,
  username: row.target_username,
  title: row.post_title ?? '',
  text: row.post_description ?? '',
  createdAt: row.created_at ?? '',
  flaggedPosts: row.flagged_posts,
  report: toReport(row),
});

/** Reports of the same post or member become one case. */
export function groupReports(rows: readonly OpenReport[]): ReportedCase[] {
  const cases = new Map<string, ReportedCase>();
  for (const { report, ...about } of rows) {
    const known = cases.get(about.id);
    if (known) known.reports.push(report);
    else cases.set(about.id, { ...about, reports: [report] });
  }
  return [...cases.values()];
}

/** */
export function useOpenReports(): Live<OpenReport> {
  return useLive<OpenReportRow, OpenReport>({ sql: OPEN_REPORTS_SQL, decode: toOpenReport });
}

interface FilesRow {
  id: string;
  images: string | null;
  gif_url: string | null;
  video_url: string | null;
}

export type ReportedFile = Pick<PostImage, 'url' | 'preview' | 'alt'> & { kind: 'picture' | 'gif' | 'video' };

const toFiles = ({ images, gif_url, video_url }: FilesRow): readonly ReportedFile[] => [
  ...readPostImages(images).map((image) => ({ ...image, kind: 'picture' as const })),
  ...(gif_url ? [{ url: gif_url, kind: 'gif' as const }] : []),
  ...(video_url ? [{ url: video_url, kind: 'video' as const }] : []),
];

const NO_FILES: readonly ReportedFile[] = [];

/** The files that a reported post has now, whoever may read it. */
export function useReportedFiles(postId: string): readonly ReportedFile[] {
  const { rows } = useLive<FilesRow, readonly ReportedFile[]>({
    sql: REPORTED_FILES_SQL,
    parameters: [postId],
    decode: toFiles,
    sources: [{ name: 'staff_post', parameters: { post_id: postId } }],
  });
  return rows[0] ?? NO_FILES;
}

export interface FlaggedPost {
  id: string;
  title: string;
  /** The author's username. */
  author: string;
  flaggedBy: string | null;
  flaggedAt: string;
}

interface FlaggedRow {
  id: string;
  title: string | null;
  description: string | null;
  created_at: string | null;
  author: string | null;
  flagged_at: string | null;
  flagged_by: string | null;
}

const toFlagged = (row: FlaggedRow): FlaggedPost => ({
  id: row.id,
  title: row.title || row.description || '',
  author: row.author ?? '',
  flaggedBy: row.flagged_by,
  flaggedAt: row.flagged_at ?? row.created_at ?? '',
});

/** */
export function useFlaggedPosts(): Live<FlaggedPost> {
  return useLive<FlaggedRow, FlaggedPost>({ sql: FLAGGED_POSTS_SQL, decode: toFlagged });
}
