import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { type Row, goalResult } from './bench/row.ts';
import { readOptions } from './command-options.ts';

const DATABASE_MINUTES = 20;
const DRAIN_MINUTES = 10;
const PUSH_MINUTES = 5;
const LOAD_MINUTES = 12;
const SEARCH_MINUTES = 15;
const COUNTS_MINUTES = 5;
const SCALE_MINUTES = 60;
const UPDATE_MINUTES = 60;
const SYNC_MINUTES = 30;
const PICTURES_MINUTES = 15;

const USAGE = `Usage: npm run bench -- [options]   measure bytes and speed

Options:
  --feed       only how fast the feed, a post and a profile are visible, beside a static page
  --drawn      only what the drawn pages of feed, post, inbox and thread save
  --place      only how far feed, post and thread move when they are shown again after the app was killed
  --open       only how fast a post is opened from the feed, and Back
  --lists      only 10,000 messages, 1,000 comments and 100,000 members
  --media      only photos over a link that drops
  --pictures   only the bytes of photos as JPEG and as WebP
  --install    only the installation over a link that closes each connection
  --update     only what an update of the app costs, in bytes
  --sync       only the bytes of a first sync, with the examples and with 100,000 posts
  --search     only the search over 100,000 posts on the device
  --database   only the database, with many members and posts
  --pushes     only what pushes cost the server
  --drain      only how fast a queue drains
  --load       only 2,000 open streams while 50 members write
  --counts     only what 100 votes a second cost each device
  --scale      only what members and posts cost, in two backends that are filled
  --members <number>, --posts <number>   of the larger one (2000 and 20000)
  --commits <number>   how many of the last commits (20)
  --json       print JSON`;

const values = readOptions(USAGE, {
  json: { type: 'boolean' },
  feed: { type: 'boolean' },
  drawn: { type: 'boolean' },
  place: { type: 'boolean' },
  open: { type: 'boolean' },
  lists: { type: 'boolean' },
  media: { type: 'boolean' },
  pictures: { type: 'boolean' },
  install: { type: 'boolean' },
  update: { type: 'boolean' },
  sync: { type: 'boolean' },
  search: { type: 'boolean' },
  database: { type: 'boolean' },
  pushes: { type: 'boolean' },
  drain: { type: 'boolean' },
  load: { type: 'boolean' },
  counts: { type: 'boolean' },
  scale: { type: 'boolean' },
  members: { type: 'string' },
  posts: { type: 'string' },
  commits: { type: 'string' },
});
/** Progress goes to stderr if stdout is JSON. */
const say = (line: string): void => void (values.json ? process.stderr : process.stdout).write(`${line}\n`);
const rows = await measure();
if (values.json) console.log(JSON.stringify(rows, null, 2));
else
  for (const row of rows) {
    const value = Number.isNaN(row.value) ? '' : row.value.toFixed(1);
    console.log(`${row.what.padEnd(58)} ${value.padStart(9)} ${row.unit.padEnd(3)} ${goalResult(row)}`.trimEnd());
  }
// A part that took too long may still run.
process.exit();

/** Loaded on demand, so that the usage is printed at once. */
async function measure(): Promise<Row[]> {
  const { measurePart } = await import('./bench/part.ts');
  if (values.database) {
    const { measureDatabase } = await import('./bench/database.ts');
    return measurePart('Database', DATABASE_MINUTES, say, () => measureDatabase(say));
  }
  if (values.pushes) {
    const { measurePushes } = await import('./bench/push-cost.ts');
    return measurePart('Pushes', PUSH_MINUTES, say, () => measurePushes(say));
  }
  if (values.load) {
    const { measureLoad } = await import('./bench/load.ts');
    return measurePart('Load', LOAD_MINUTES, say, () => measureLoad(say));
  }
  if (values.counts) {
    const { measureCounts } = await import('./bench/counts-cost.ts');
    return measurePart('Counts', COUNTS_MINUTES, say, () => measureCounts(say));
  }
  if (values.pictures) {
    const { measurePictures } = await import('./bench/picture-bytes.ts');
    return measurePart('Pictures', PICTURES_MINUTES, say, () => measurePictures(say));
  }
  if (values.scale) {
    const { measureScale } = await import('./bench/scale.ts');
    const scale = { members: Number(values.members ?? 2_000), posts: Number(values.posts ?? 20_000) };
    return measurePart('Scale', SCALE_MINUTES, say, () => measureScale(say, scale));
  }
  if (values.update) {
    const { measureUpdates } = await import('./bench/update-cost.ts');
    return measurePart('Updates', UPDATE_MINUTES, say, () => measureUpdates(say, Number(values.commits ?? 20)));
  }
  if (values.sync) {
    const { measureFirstSyncs } = await import('./bench/first-sync.ts');
    return measurePart('First sync', SYNC_MINUTES, say, () => measureFirstSyncs(say));
  }
  const drain = () => measurePart('Draining a queue', DRAIN_MINUTES + 1, say, measureDrain);
  if (values.drain) return drain();
  const search = async () => {
    const { measureSearch } = await import('./bench/search-speed.ts');
    return measurePart('Search on the device', SEARCH_MINUTES, say, () => measureSearch(say));
  };
  if (values.search) return search();
  const {
    measureApp,
    measureDrawnAlone,
    measureInstallAlone,
    measureLists,
    measureMediaAlone,
    measureOpeningAlone,
    measurePlaceAlone,
  } = await import('./bench/app.ts');
  if (values.lists) return measureLists(say);
  if (values.media) return measureMediaAlone(say);
  if (values.install) return measureInstallAlone(say);
  if (values.drawn) return measureDrawnAlone(say);
  if (values.place) return measurePlaceAlone(say);
  if (values.open) return measureOpeningAlone(say);
  const rows = await measureApp(say, values.feed === true);
  return values.feed
    ? rows
    : [
        ...rows,
        ...(await measureLists(say)),
        ...(await measureMediaAlone(say)),
        ...(await measureInstallAlone(say)),
        ...(await measurePlaceAlone(say)),
        ...(await search()),
        ...(await drain()),
      ];
}

/** Runs as its own process: it uses the app's data layer, which has one signed-in member per process. */
async function measureDrain(): Promise<Row[]> {
  const script = join(import.meta.dirname, 'bench/drain.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--json'], {
    timeout: DRAIN_MINUTES * 60_000,
    killSignal: 'SIGTERM',
  });
  return JSON.parse(stdout) as Row[];
}
