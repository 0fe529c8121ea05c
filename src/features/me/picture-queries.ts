import type { CleanProblem } from '#data/media/bare-picture.ts';

/** Why a chosen picture cannot be opened. Null: nothing is known against it. Rejects if the file is gone. */
export async function problemOfPicture(file: Blob): Promise<CleanProblem | null> {
  const { problemOf } = await import('#data/media/cleaner.ts');
  return problemOf(await file.arrayBuffer());
}
