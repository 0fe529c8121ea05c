import { decompress } from 'fzstd';
import { patchPath } from '#contract/app-patches.ts';
import { hashOf, loadIfThere } from '#data/device/app-files.ts';

const POLICY = 'content-security-policy';

/**
 * Makes a file of an earlier one and of the patch between them.
 *
 * @param to the hash of the file
 * @returns undefined if the server has no such patch, or the patch makes another file
 * @throws if the line was cut
 */
export async function patchedFile(earlier: Response, to: string): Promise<Response | undefined> {
  const source = new Uint8Array(await earlier.arrayBuffer());
  const answer = await loadIfThere(patchPath(await hashOf(source), to));
  if (!answer) return undefined;
  const bytes = apply(source, new Uint8Array(await answer.arrayBuffer()));
  if (!bytes || (await hashOf(bytes)) !== to) return undefined;
  // The page needs the policy of its own release. Hosts that send it with pages only get another request.
  if (earlier.headers.has(POLICY) && !answer.headers.has(POLICY)) return undefined;
  const headers = new Headers(answer.headers);
  for (const name of ['content-type', 'cache-control']) headers.set(name, earlier.headers.get(name) ?? '');
  for (const name of ['etag', 'last-modified']) headers.delete(name);
  return new Response(bytes, { headers });
}

/** A block of zstd has at most this many bytes. */
const BLOCK_BYTES = 131_072;
const MAGIC = 0xfd2fb528;
/** With a size of 8 bytes and without a window: the whole content stays available. */
const WHOLE = 0b1110_0000;

/**
 * The patch is a frame that continues the source. fzstd supports no such source, so it gets both as one frame: the
 * source as uncompressed blocks, then the blocks of the patch.
 */
function apply(source: Uint8Array, patch: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  try {
    const { start, size } = readHeader(patch);
    const pieces: Uint8Array[] = [];
    for (let from = 0; from < source.length; from += BLOCK_BYTES) {
      const block = source.subarray(from, from + BLOCK_BYTES);
      const head = block.length << 3;
      pieces.push(Uint8Array.of(head, head >> 8, head >> 16), block);
    }
    const header = new DataView(new ArrayBuffer(13));
    header.setUint32(0, MAGIC, true);
    header.setUint8(4, WHOLE);
    header.setBigUint64(5, BigInt(source.length + size), true);
    const frame = join([new Uint8Array(header.buffer), ...pieces, patch.subarray(start)]);
    return new Uint8Array(decompress(frame).subarray(source.length));
  } catch {
    // Not a patch.
    return undefined;
  }
}

/** Where the blocks of a frame begin, and how many bytes they make: RFC 8878, 3.1.1.1. */
function readHeader(frame: Uint8Array): { start: number; size: number } {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const descriptor = view.getUint8(4);
  const isWhole = (descriptor & 0b10_0000) !== 0;
  const sizeBytes = [isWhole ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
  const start = 5 + (isWhole ? 0 : 1) + ([0, 1, 2, 4][descriptor & 0b11] ?? 0);
  let size = 0;
  for (let index = sizeBytes - 1; index >= 0; index -= 1) size = size * 256 + view.getUint8(start + index);
  return { start: start + sizeBytes, size: sizeBytes === 2 ? size + 256 : size };
}

function join(pieces: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}
