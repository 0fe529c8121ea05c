import { storedUrl } from '#contract/media.ts';
import { draftsOfAds, storeDraft } from '../drafts/drafts.ts';
import type { FieldsOf } from '#contract/drafts.ts';
import { adPicture } from './ad-picture.ts';
import { formerAds } from './media-store.ts';

/* Ads that former releases saved offline, stored as files to upload, become drafts. Can be removed when no ceo's
   device has run such a release for a year. */

/** What was stored of an ad: `input` as the server takes it. */
interface FormerAd {
  id: string;
  isNew: boolean;
  input: Readonly<Record<string, unknown>>;
}

const IMAGE_FIELDS = ['image', 'mobileImage'] as const;

/** Its fields as the form names them. `id`: a new ad keeps the id that it may have been sent with. */
function fieldsOf({ id, isNew, input }: FormerAd): FieldsOf<'ad'> {
  const text = (column: string) => (typeof input[column] === 'string' ? input[column] : '');
  return {
    title: text('title'),
    type: text('type'),
    destination: text('destination_url'),
    image: text('image_url'),
    mobileImage: text('mobile_image_url'),
    start: text('start_date'),
    end: text('end_date'),
    active: input['active'] === false ? 'off' : 'on',
    client: text('client_id'),
    ...(isNew && { id }),
  };
}

const TEXT_TYPE = 'application/json';

/** Moves what a former release has stored to drafts. Safe to repeat after a crash. */
async function move(account: string): Promise<void> {
  const { files, forget } = await formerAds(account);
  if (files.length === 0) return;
  for (const { picture, bytes, created_at, state } of files) {
    // The server has one that was sent.
    if (picture.type !== TEXT_TYPE || state === 'sent') continue;
    const ad = JSON.parse(new TextDecoder().decode(bytes)) as FormerAd;
    const place = `ad:${ad.isNew ? 'new' : ad.id}` as const;
    await storeDraft(account, { id: ad.id, place, fields: fieldsOf(ad), files: [], changed_at: created_at });
  }
  const images = new Map(files.map((file) => [storedUrl('public-media', file.path), file]));
  for (const draft of await draftsOfAds(account)) {
    let isChanged = false;
    for (const field of IMAGE_FIELDS) {
      const image = images.get(draft.fields[field] ?? '');
      if (!image || (image.state === 'sent' && !image.hosted_url)) continue;
      isChanged = true;
      draft.fields[field] = image.hosted_url ?? '';
      if (!image.hosted_url)
        draft.files.push(await adPicture(field, new Blob([image.bytes], { type: image.picture.type })));
    }
    if (isChanged) await storeDraft(account, draft);
  }
  await forget();
}

const moving = new Map<string, Promise<void>>();

/** Once per page and account, before a form of an ad opens its draft. */
export function moveFormerAdsToDrafts(account: string): Promise<void> {
  const moveAlone = async () =>
    navigator.locks ? navigator.locks.request(`rangeday-former-ads:${account}`, () => move(account)) : move(account);
  // They stay stored, and the next page tries again.
  const onFailure = (error: unknown) => console.debug('Stored ads could not become drafts.', error);
  let done = moving.get(account);
  if (!done) moving.set(account, (done = moveAlone().catch(onFailure)));
  return done;
}
