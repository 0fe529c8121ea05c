import type { CleanProblem } from '#data/media/bare-picture.ts';

/** Why a chosen picture cannot be opened. Null: nothing is known against it. Rejects if the file is gone. */
export async function problemOf(file: Blob): Promise<CleanProblem | null> {
  const { problemOfFile } = await import('#data/media/bare-picture.ts');
  return problemOfFile(new Uint8Array(await file.arrayBuffer()));
}
