import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { memberTokenIfAny } from '../session/tokens.ts';
import { endpoints } from '../http/config.ts';
import { fetchAs, limitedFetch } from '../http/request.ts';

export interface ExportProgress {
  /** Files asked for so far, of how many. */
  done: number;
  total: number;
  bytes: number;
}

export interface Archive {
  zip: Blob;
  /** Names of the files that could not be downloaded. */
  failed: readonly string[];
}

interface StoredFile {
  bucket: string;
  path: string;
}

/** The texts inside the archive. */
export interface ArchiveTexts {
  readme: string;
  failed: (names: readonly string[]) => string;
}

const AT_ONCE = 3;
/** Of one file, the longest being a film. */
const FILE_TIMEOUT_MS = 10 * 60_000;

/** Zips the answer of `export-my-data` and the files; those that failed are named in `files-that-failed.txt`. */
export async function packExport(
  data: object,
  texts: ArchiveTexts,
  onProgress: (progress: ExportProgress) => void,
): Promise<Archive> {
  const { files, ...sections } = data as { files?: readonly StoredFile[] };
  const archive = new ArchiveWriter();
  archive.addText('README.txt', texts.readme);
  for (const [name, rows] of Object.entries(sections)) archive.addText(`${name}.json`, JSON.stringify(rows, null, 2));

  const waiting = [...(files ?? [])];
  const progress = { done: 0, total: waiting.length, bytes: 0 };
  const failed: string[] = [];
  const work = async (): Promise<void> => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const name = `files/${file.bucket}/${file.path}`;
      const bytes = await download(file);
      if (bytes) archive.addPacked(name, bytes);
      else failed.push(name);
      progress.done += 1;
      progress.bytes += bytes?.length ?? 0;
      onProgress({ ...progress });
    }
  };
  onProgress({ ...progress });
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (failed.length > 0) archive.addText('files-that-failed.txt', texts.failed(failed));
  return { zip: archive.close(), failed };
}

/** storage-js's `download` address answers an expired token with "Bucket not found"; this one names it. */
async function download({ bucket, path }: StoredFile): Promise<Uint8Array | null> {
  const name = path.split('/').map(encodeURIComponent).join('/');
  const url = `${endpoints().supabaseUrl}/storage/v1/object/authenticated/${bucket}/${name}`;
  try {
    const response = await fetchAs(
      memberTokenIfAny,
      url,
      {},
      limitedFetch(() => FILE_TIMEOUT_MS),
    );
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

/** Collects the parts of the zip as they are made, so that the files are not all in memory twice. */
class ArchiveWriter {
  readonly #parts: BlobPart[] = [];
  readonly #zip = new Zip((error, chunk) => {
    if (error) throw error;
    this.#parts.push(chunk);
  });

  addText(name: string, text: string): void {
    const entry = new ZipDeflate(name, { level: 6 });
    this.#zip.add(entry);
    entry.push(strToU8(text), true);
  }

  /** Pictures are compressed already. */
  addPacked(name: string, bytes: Uint8Array): void {
    const entry = new ZipPassThrough(name);
    this.#zip.add(entry);
    entry.push(bytes, true);
  }

  close(): Blob {
    this.#zip.end();
    return new Blob(this.#parts, { type: 'application/zip' });
  }
}
