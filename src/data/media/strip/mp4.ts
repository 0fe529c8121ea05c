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
const LOCATION = /\xa9xyz|loci|location|GPS|gpmd|geo:lat/;

/** Boxes that a player needs, by parent ('' is the file). Others become empty: user data, XMP, clocks, unused space. */
const NEEDED: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    '': 'ftyp styp moov moof mdat sidx ssix mfra wide',
    moov: 'mvhd trak mvex',
    mvex: 'mehd trex',
    trak: 'tkhd edts mdia tapt',
    edts: 'elst',
    tapt: 'clef prof enof',
    mdia: 'mdhd hdlr minf',
    minf: 'vmhd smhd hdlr dinf stbl',
    dinf: 'dref',
    stbl: 'stsd stts ctts cslg stss stps stsz stz2 stsc stco co64 sdtp sbgp sgpd saiz saio',
    moof: 'mfhd traf',
    traf: 'tfhd tfdt trun sbgp sgpd sdtp saiz saio',
    mfra: 'tfra mfro',
    // Of a picture's or sound's description.
    entry:
      'avcC hvcC lhvC vvcC av1C vpcC dvcC dvvC esds colr pasp clap fiel gama mdcv clli SmDm CoLL btrt wave chan dOps dac3 dec3 dfLa alac srat pcmC',
    wave: 'frma esds enda mp4a alac chan \0\0\0\0',
  }).map(([parent, names]) => [parent, new Set(names.split(' '))]),
);

/**
 * MP4 or QuickTime with only the boxes that a player needs, without tracks that are neither picture nor sound, and
 * without times and names in the rest. What is removed becomes empty boxes of the same size, because the file has
 * absolute positions. Changes the given bytes.
 */
export function stripMp4(bytes: Uint8Array<ArrayBuffer>): Stripped {
  let located = false;
  const top = [...boxesIn(bytes, 0, bytes.length)];
  const isFragmented = top.some(({ name }) => name === 'moof');
  const blank = ({ start, body, end, name }: Box) => {
    // `wide` has no contents: it makes room for a longer header of the next box.
    located ||= LOCATION.test(latinOf(bytes, body, end)) || LOCATION.test(name);
    if (name !== 'wide') bytes.set([0x66, 0x72, 0x65, 0x65], start + 4);
    bytes.fill(0, body, end);
  };
  const blankTrack = (track: Box) => {
    // Their samples are in fragments, which this does not read.
    if (isFragmented) throw new DamagedFile('A fragmented file has a track of another kind.');
    for (const [from, to] of samplesOf(bytes, track)) {
      located ||= LOCATION.test(latinOf(bytes, from, to));
      bytes.fill(0, from, to);
    }
    located ||= /gpmd|location/.test(latinOf(bytes, track.body, track.end));
    blank(track);
  };
  const clean = (parent: string, from: number, to: number) => {
    const needed = NEEDED[parent];
    for (const box of boxesIn(bytes, from, to)) {
      const { name, body, end } = box;
      if (!needed?.has(name)) blank(box);
      else if (name === 'trak' && !SHOWN_TRACKS.has(kindOf(bytes, box))) blankTrack(box);
      else if (name === 'stsd') {
        // After version, flags and the number of entries.
        for (const entry of boxesIn(bytes, body + 8, end)) {
          const children = blankEntry(bytes, entry);
          if (children !== null) clean('entry', children, entry.end);
        }
      } else if (name === 'dref') {
        // An alias may name a folder of the computer that made the file.
        for (const entry of boxesIn(bytes, body + 8, end)) bytes.fill(0, entry.body + 4, entry.end);
      } else if (NEEDED[name]) clean(name, body, end);
      else blankFields(bytes, box);
    }
  };
  clean('', 0, bytes.length);
  // Fewer bytes than a box has.
  bytes.fill(0, top.at(-1)?.end ?? 0);
  return { bytes, located };
}

/** When it was made, and by which program. */
function blankFields(bytes: Uint8Array, { name, body, end }: Box): void {
  // Both times have 8 bytes in version 1.
  if (['mvhd', 'tkhd', 'mdhd'].includes(name))
    bytes.fill(0, body + 4, Math.min(end, body + (bytes[body] === 1 ? 20 : 12)));
  // After the kind: manufacturer, reserved fields and a name.
  else if (name === 'hdlr') bytes.fill(0, Math.min(end, body + 12), end);
}

/** Removes vendor and encoder from a sample's description. Returns where its boxes begin; null: none. */
function blankEntry(bytes: Uint8Array, { name, body, end }: Box): number | null {
  bytes.fill(0, body + 12, Math.min(end, body + 16));
  const isSound = SOUNDS.has(name);
  if (!isSound) bytes.fill(0, body + 42, Math.min(end, body + 74));
  // QuickTime's versions 1 and 2 of a sound have more fields.
  const version = viewOf(bytes).getUint16(body + 8);
  const fields = isSound ? 28 + (version === 1 ? 16 : version === 2 ? 36 : 0) : 78;
  return body + fields + 8 <= end ? body + fields : null;
}

const SOUNDS = new Set([
  'mp4a',
  'alac',
  'Opus',
  'fLaC',
  'ac-3',
  'ec-3',
  'sowt',
  'twos',
  'lpcm',
  'ipcm',
  'fpcm',
  'in24',
  'ulaw',
  'alaw',
  '.mp3',
  'samr',
  'sawb',
]);

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

/** A track's samples in the file, from stsz (sizes), stsc (samples per chunk), stco and co64 (positions). */
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
