import { DamagedFile, latin, type Stripped, viewOf } from './parts.ts';

/** A box of MP4 and QuickTime (ISO/IEC 14496-12). */
interface Box {
  name: string;
  start: number;
  /** Where its contents begin. */
  body: number;
  end: number;
}

function* boxesIn(bytes: Uint8Array, from: number, to: number): Generator<Box> {
  const view = viewOf(bytes);
  for (let start = from; start + 8 <= to;) {
    const short = view.getUint32(start);
    const isLong = short === 1;
    if (isLong && start + 16 > to) throw new DamagedFile('A box is cut off.');
    // 0: up to the end.
    const size = isLong ? Number(view.getBigUint64(start + 8)) : short === 0 ? to - start : short;
    const body = start + (isLong ? 16 : 8);
    const end = start + size;
    if (end < body || end > to) throw new DamagedFile('A box is longer than its parent.');
    yield { name: latin(bytes, start + 4, start + 8), start, body, end };
    start = end;
  }
}

const find = (bytes: Uint8Array, parent: Box, name: string): Box | undefined =>
  [...boxesIn(bytes, parent.body, parent.end)].find((box) => box.name === name);

/** Only these are shown; other tracks are texts and measurements, GPS among them. */
const SHOWN_TRACKS = new Set(['vide', 'soun']);
/** Boxes without anything to show: user data (©xyz, loci), metadata, XMP (uuid), and unused space, which may have leftovers. */
const UNNEEDED = new Set(['udta', 'meta', 'uuid', 'free', 'skip', 'wide', 'pnot', 'PICT', 'Xtra']);
const LOCATION = /\xa9xyz|loci|location|GPS|gpmd|geo:lat/;

/**
 * MP4 or QuickTime without user data and metadata, at any level, and without tracks that are neither picture nor sound. Their boxes become empty ones of
 * the same size, because the file has absolute positions. Changes the given bytes.
 */
export function stripMp4(bytes: Uint8Array<ArrayBuffer>): Stripped {
  let located = false;
  const isFragmented = [...boxesIn(bytes, 0, bytes.length)].some(({ name }) => name === 'moof');
  const blank = ({ start, body, end, name }: Box) => {
    // `wide` has no contents: it makes room for a longer header of the next box.
    located ||= LOCATION.test(latinOf(bytes, body, end));
    if (name !== 'wide') bytes.set([0x66, 0x72, 0x65, 0x65], start + 4);
    bytes.fill(0, body, end);
  };
  const clean = (parent: Pick<Box, 'body' | 'end'>) => {
    for (const box of boxesIn(bytes, parent.body, parent.end)) {
      if (UNNEEDED.has(box.name)) blank(box);
      else if (box.name === 'trak') {
        if (SHOWN_TRACKS.has(kindOf(bytes, box))) clean(box);
        else {
          // Their samples are in fragments, which this does not read.
          if (isFragmented) throw new DamagedFile('A fragmented file has a track of another kind.');
          for (const [from, to] of samplesOf(bytes, box)) {
            located ||= LOCATION.test(latinOf(bytes, from, to));
            bytes.fill(0, from, to);
          }
          located ||= /gpmd|location/.test(latinOf(bytes, box.body, box.end));
          blank(box);
        }
      } else if (PARENTS.has(box.name)) clean(box);
    }
  };
  clean({ body: 0, end: bytes.length });
  return { bytes, located };
}

const PARENTS = new Set(['moov', 'mdia', 'minf', 'moof', 'traf', 'edts', 'mvex']);

/** Long parts are only searched at their beginning, where names are. */
const SEARCHED = 1_000_000;
const latinOf = (bytes: Uint8Array, from: number, to: number): string =>
  new TextDecoder('latin1').decode(bytes.subarray(from, Math.min(to, from + SEARCHED)));

/** The handler of a track: `vide`, `soun`, `meta`, `text` … */
function kindOf(bytes: Uint8Array, track: Box): string {
  const mdia = find(bytes, track, 'mdia');
  const hdlr = mdia && find(bytes, mdia, 'hdlr');
  return hdlr ? latin(bytes, hdlr.body + 8, hdlr.body + 12) : '';
}

/** Where the samples of a track are in the file, from its tables of sizes (stsz), samples per chunk (stsc) and chunk positions (stco, co64). */
function samplesOf(bytes: Uint8Array, track: Box): [from: number, to: number][] {
  const view = viewOf(bytes);
  const table = ['mdia', 'minf', 'stbl'].reduce<Box | undefined>((box, name) => box && find(bytes, box, name), track);
  const sizes = table && find(bytes, table, 'stsz');
  const runs = table && find(bytes, table, 'stsc');
  const short = table && find(bytes, table, 'stco');
  const chunks = short ?? (table && find(bytes, table, 'co64'));
  if (!sizes || !runs || !chunks) return [];
  const fixed = view.getUint32(sizes.body + 4);
  const sizeOf = (sample: number) => fixed || view.getUint32(sizes.body + 12 + sample * 4);
  const total = view.getUint32(sizes.body + 8);
  const runCount = view.getUint32(runs.body + 4);
  const runAt = (index: number) => runs.body + 8 + index * 12;
  const found: [number, number][] = [];
  let [sample, run] = [0, 0];
  for (let chunk = 0; chunk < view.getUint32(chunks.body + 4) && sample < total; chunk += 1) {
    while (run + 1 < runCount && view.getUint32(runAt(run + 1)) <= chunk + 1) run += 1;
    const from = short
      ? view.getUint32(chunks.body + 8 + chunk * 4)
      : Number(view.getBigUint64(chunks.body + 8 + chunk * 8));
    let to = from;
    for (let left = view.getUint32(runAt(run) + 4); left > 0 && sample < total; left -= 1) to += sizeOf(sample++);
    if (to > bytes.length) throw new DamagedFile('A sample is after the end.');
    found.push([from, to]);
  }
  return found;
}
