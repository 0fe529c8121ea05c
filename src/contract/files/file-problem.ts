import type { ReadBytes } from './bytes.ts';
import { isTooMuch, pictureLoad } from './picture-load.ts';
import { matchesType } from './signature.ts';
import { MAX_SECONDS, videoFacts } from './video-facts.ts';

/** format: not its type, damaged or empty; pixels: too many to decode; length: a video over 90 s. */
export const FILE_PROBLEMS = ['format', 'pixels', 'length'] as const;
export type FileProblem = (typeof FILE_PROBLEMS)[number];

/** A sentence for the member. */
export const FILE_PROBLEM_TEXTS: Readonly<Record<FileProblem, string>> = {
  format: 'The file is damaged, or not of the type that it says.',
  pixels: 'The picture has too many pixels.',
  length: 'Video must be 90 seconds or less.',
};

export interface StoredFile {
  readonly bucket: string;
  /** The declared media type; null: none. */
  readonly type: string | null;
  /** Bytes. */
  readonly size: number;
}

/** Of every other file all of it is read. */
const VIDEO_HEAD = 4096;

/** What is wrong with an uploaded file; null: nothing. Embedded storage asks before, jobs after an upload. */
export async function fileProblem({ bucket, type, size }: StoredFile, read: ReadBytes): Promise<FileProblem | null> {
  if (size === 0) return 'format';
  const plain = type?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (plain.startsWith('video/')) {
    if (!matchesType(plain, await read(0, Math.min(size, VIDEO_HEAD)))) return 'format';
    // Evidence may have any length.
    return bucket === 'public-videos' ? videoProblem(plain, size, read) : null;
  }
  const bytes = await read(0, size);
  if (!matchesType(plain, bytes)) return 'format';
  const load = pictureLoad(plain, bytes);
  // Damaged evidence is evidence.
  if (!load || (!load.isWhole && bucket !== 'csae-report-files')) return 'format';
  return isTooMuch(load) ? 'pixels' : null;
}

/** A length that the file does not name cannot be checked. */
async function videoProblem(type: string, size: number, read: ReadBytes): Promise<FileProblem | null> {
  const { format, seconds } = await videoFacts(size, read);
  if (format !== type || seconds === null) return 'format';
  return seconds > MAX_SECONDS ? 'length' : null;
}
