import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { beforeEach, expect, test, vi } from 'vitest';
import { storedUrl } from '#contract/media.ts';
import { writeKey } from '../device/kv.ts';
import { draftsOfAds, readDraft, storeDraft } from '../drafts/drafts.ts';
import { moveFormerAdsToDrafts } from './former-ads.ts';
import { mediaDatabase, mediaKey } from './media-key.ts';
import { formerAds, measureMedia, removeJobs } from './media-store.ts';

const IDS = { new: '01920000-0000-7000-8000-000000000001', changed: '01920000-0000-7000-8000-000000000002' };
const WHEN = 1_764_000_000_000;
const urlOf = (path: string) => storedUrl('public-media', path);
let account: string;

const input = (title: string, image: string, mobile: string | null = null) => ({
  ...{
    title,
    type: 'banner',
    destination_url: null,
    image_url: urlOf(image),
    mobile_image_url: mobile && urlOf(mobile),
  },
  ...{ start_date: '2026-11-01', end_date: null, active: true, client_id: 'c1' },
});

/** As the release before this one has stored them: ads, their pictures and a picture of a post. */
async function storeFormer(
  files: { id: string; entity_id: string; content: string; state?: string; hosted_url?: string }[],
) {
  const db = new Dexie(mediaDatabase(account));
  db.version(1).stores({ jobs: 'id, entity_id, &path', bytes: 'id' });
  for (const { id, entity_id, content, state = 'queued', ...more } of files) {
    const isText = id.startsWith('ad:');
    const job = {
      bucket: entity_id.startsWith('ad') ? 'public-media' : 'post-images',
      label: '',
      position: isText ? 9 : 0,
    };
    const about = {
      size: content.length,
      created_at: WHEN,
      sent: 0,
      upload_url: null,
      failures: 0,
      not_before: 0,
      error: null,
    };
    const picture = {
      ...{ id: '', name: '', width: 0, height: 0, preview: '', alt: '', located: false },
      type: isText ? 'application/json' : 'image/png',
    };
    await db.table('jobs').put({ id, path: id, entity_id, state, ...job, ...about, picture, ...more });
    await db.table('bytes').put({ id, bytes: new TextEncoder().encode(content).buffer });
  }
  db.close();
  await writeKey(mediaKey(account), true);
}

beforeEach(() => {
  account = crypto.randomUUID();
  vi.stubGlobal('createImageBitmap', async () => ({ width: 728, height: 90, close() {} }));
});

test('ads that a former release has stored become drafts of their forms, with their pictures', async () => {
  await storeFormer([
    { id: 'p1', entity_id: 'post', content: 'photo' },
    {
      id: `ad:${IDS.new}`,
      entity_id: `ad:${IDS.new}`,
      content: JSON.stringify({ id: IDS.new, isNew: true, input: input('Bags', 'a', 'b') }),
    },
    { id: 'a', entity_id: `ad:${IDS.new}`, content: 'bags' },
    { id: 'b', entity_id: `ad:${IDS.new}`, content: 'small', state: 'sent', hosted_url: 'https://host.example/b.png' },
    {
      id: `ad:${IDS.changed}`,
      entity_id: `ad:${IDS.changed}`,
      state: 'refused',
      content: JSON.stringify({ id: IDS.changed, isNew: false, input: input('Cases', 'c') }),
    },
    { id: 'c', entity_id: `ad:${IDS.changed}`, content: 'cases', state: 'sent' },
  ]);
  // A log-out counts them, also when nothing else is left.
  expect(await measureMedia(account)).toMatchObject({ count: 6 });
  await removeJobs(account, ['p1']);
  expect(await measureMedia(account)).toMatchObject({ count: 5 });
  await moveFormerAdsToDrafts(account);
  const drafts = await draftsOfAds(account);
  expect(drafts).toMatchObject([
    { id: IDS.changed, place: `ad:${IDS.changed}`, fields: { title: 'Cases', image: urlOf('c') }, files: [] },
    {
      ...{ id: IDS.new, place: 'ad:new', changed_at: WHEN },
      fields: {
        ...{
          id: IDS.new,
          title: 'Bags',
          type: 'banner',
          destination: '',
          image: '',
          mobileImage: 'https://host.example/b.png',
        },
        ...{ start: '2026-11-01', end: '', active: 'on', client: 'c1' },
      },
      files: [{ name: 'image', type: 'image/png', width: 728, height: 90 }],
    },
  ]);
  expect(new TextDecoder().decode(drafts[1]?.files[0]?.bytes)).toBe('bags');
  expect((await formerAds(account)).files).toEqual([]);
  expect(await measureMedia(account)).toMatchObject({ count: 0 });
});

test('an ad that the server has is no draft', async () => {
  const text = JSON.stringify({ id: IDS.new, isNew: true, input: input('Bags', 'a') });
  await storeFormer([
    { id: `ad:${IDS.new}`, entity_id: `ad:${IDS.new}`, content: text, state: 'sent' },
    { id: 'a', entity_id: `ad:${IDS.new}`, content: 'bags', state: 'sent' },
  ]);
  await moveFormerAdsToDrafts(account);
  expect(await draftsOfAds(account)).toEqual([]);
  expect((await formerAds(account)).files).toEqual([]);
});

test('a picture that was chosen for an unfinished ad stays in its draft', async () => {
  const fields = { title: 'Begun', image: urlOf('a') };
  const draft = { id: 'd', place: 'ad:new', fields, changed_at: WHEN } as const;
  await storeDraft(account, draft);
  await storeFormer([{ id: 'a', entity_id: 'ad-image', content: 'bags' }]);
  await moveFormerAdsToDrafts(account);
  expect(await readDraft(account, 'd')).toMatchObject({
    fields: { title: 'Begun', image: '' },
    files: [{ name: 'image' }],
  });
});

test('without files of a former release no database is made', async () => {
  await moveFormerAdsToDrafts(account);
  expect(await Dexie.exists(mediaDatabase(account))).toBe(false);
});
