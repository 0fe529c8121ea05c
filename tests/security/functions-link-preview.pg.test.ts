import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMember } from '../support/as-member.ts';
import { storeFile } from '../support/store-file.ts';
import { type FunctionsSuite, startFunctionsSuite } from '../support/functions-suite.ts';

let suite: FunctionsSuite;
let author: string;

beforeAll(async () => {
  suite = await startFunctionsSuite();
  author = await newMember(suite.db, { username: 'ann' });
});
afterAll(() => suite.stop());

async function writePost(fields: Record<string, unknown>): Promise<string> {
  const names = ['user_id', ...Object.keys(fields)];
  const { rows } = await suite.db.query<{ id: string }>(
    `insert into posts (${names.join()}) values (${names.map((_, at) => `$${at + 1}`).join()}) returning id`,
    [author, ...Object.values(fields)],
  );
  return rows[0]?.id ?? '';
}

async function preview(id: string): Promise<string> {
  const response = await fetch(`${suite.host.url}/api/link-preview?post=${encodeURIComponent(id)}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  // Browsers get the app under the same address.
  expect(response.headers.get('vary')).toMatch(/user-agent/i);
  return response.text();
}

/** What a visitor gets for a post that does not exist, with another id. */
const general = async () => (await preview(randomUUID())).replaceAll(/\s+/g, ' ');

test('a public post shows title, text and picture', async () => {
  const id = await writePost({
    title: 'Fog lifted',
    description: 'At nine.\n\nThe line was ours.',
    image_url: 'https://media.example/a.webp',
  });
  const page = await preview(id);
  expect(page).toContain('<title>Fog lifted</title>');
  expect(page).toContain('<meta property="og:title" content="Fog lifted">');
  expect(page).toContain('<meta property="og:description" content="At nine. The line was ours.">');
  expect(page).toContain('<meta property="og:image" content="https://media.example/a.webp">');
  expect(page).toMatch(new RegExp(`og:url" content="http[^"]+/posts/${id}"`));
  expect(await preview(await writePost({ description: 'Only text' }))).toContain('<title>Post by @ann</title>');
});

test('no cache keeps the general page: the post may be there in a moment; control: the page of a post', async () => {
  const caching = async (id: string) => {
    const response = await fetch(`${suite.host.url}/api/link-preview?post=${id}`);
    return [response.headers.get('cache-control'), (await response.text()).includes('<title>Rangeday</title>')];
  };
  const id = await writePost({ title: 'There' });
  expect(await caching(id)).toEqual(['public, max-age=300', false]);
  expect(await caching(randomUUID())).toEqual(['no-store', true]);
  const limit = "update private.rate_limits set max_count = $1 where action = 'link_preview' returning 1";
  await suite.db.query(limit, [1]);
  expect(await caching(id), 'with too many requests').toEqual(['no-store', true]);
  await suite.db.query(limit, [6000]);
});

test('no character of a post ends a tag or an attribute', async () => {
  const evil = `"><script>alert('1')</script>&amp;`;
  const page = await preview(await writePost({ title: evil, description: `${evil} text` }));
  expect(page).not.toContain('<script');
  expect(page).toContain('<title>&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;</title>');
  expect(page.match(/<[a-z!/][^<>]*>/gi)?.map((tag) => tag.split(/[\s>]/)[0])).toEqual(
    [
      '<!doctype',
      '<html',
      '<head',
      '<meta',
      '<title',
      '</title',
      '<link',
      ...Array.from({ length: 8 }, () => '<meta'),
    ].concat(['</head', '<body', '<a', '</a', '</body', '</html']),
  );
});

test('a friends-only, flagged, removed or unpublished post gets the answer for a post that does not exist', async () => {
  const title = 'Not for everyone';
  const hidden = [
    await writePost({ title, visibility: 'friends' }),
    await writePost({ title, flagged: true }),
    await writePost({ title, status: 'removed' }),
    await writePost({ title, status: 'pending_media' }),
  ];
  const expected = await general();
  expect(expected).toContain('<title>Rangeday</title>');
  for (const id of [...hidden, 'no-id', "' or 1=1"]) {
    expect((await preview(id)).replaceAll(/\s+/g, ' ')).toBe(expected);
    const picture = await fetch(`${suite.host.url}/api/link-preview?post=${encodeURIComponent(id)}&picture=1`);
    expect(picture.status).toBe(404);
    await picture.body?.cancel();
  }
});

test('A14: only a file of the post itself is passed on, whatever address its author gives; control: its own picture', async () => {
  const STORED = '/storage/v1/object/authenticated/post-images/';
  const bytes = (of: string) => Buffer.from(`picture of ${of}`);
  const picture = async (id: string) => {
    const response = await fetch(`${suite.host.url}/api/link-preview?post=${id}&picture=1`);
    return [response.status, await response.text()];
  };
  const secret = await writePost({ title: 'Friends only', visibility: 'friends' });
  suite.host.files.set(`post-images/${secret}/a.png`, bytes('friends'));

  const id = randomUUID();
  suite.host.files.set(`post-images/${id}/a.png`, bytes('the post'));
  await writePost({ id, title: 'Mine', image_url: `${STORED}${id}/a.png` });
  expect(await picture(id), 'not uploaded, or not checked').toEqual([404, 'Not found.']);
  await storeFile(suite.db, 'post-images', `${id}/a.png`, null);
  expect(await picture(id)).toEqual([200, 'picture of the post']);
  expect(await preview(id)).toContain(
    `og:image" content="${suite.host.url}/api/link-preview?post=${id}&amp;picture=1"`,
  );

  for (const path of [`${secret}/a.png`, `${id}/b/a.png`, `${secret}/a.png?${id}`]) {
    const other = await writePost({ title: 'Not mine', image_url: STORED + path });
    expect(await picture(other), path).toEqual([404, 'Not found.']);
    expect(await preview(other), path).toContain('/icons/icon-512.png"');
  }
});
