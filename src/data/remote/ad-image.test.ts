import { afterEach, expect, test, vi } from 'vitest';
import { ask } from './account.ts';
import { uploadAdImage } from './ad-image.ts';

vi.mock('../session/tokens.ts', () => ({ memberToken: async () => 'token' }));
vi.mock('./account.ts', () => ({ ask: vi.fn() }));
vi.mock('../http/config.ts', () => ({
  endpoints: () => ({ supabaseUrl: 'https://api.example', publishableKey: 'k' }),
}));

const image = new Blob(['x'], { type: 'image/png' });
const calls: [string, RequestInit][] = [];
const answer = (response: () => Response) =>
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push([url, init]);
    return response();
  });
/** As the function check-uploads answers, by the storage's own reading of the file. */
const checked = (state: 'good' | 'refused', message = '') =>
  vi.mocked(ask).mockImplementationOnce(async (_name, read) => ({ ok: true, body: read([{ state, message }])! }));

afterEach(() => {
  vi.unstubAllGlobals();
  calls.length = 0;
});

test('a picture is stored in the folder of the ceo, and looked at before the ad names it', async () => {
  answer(() => Response.json({ Key: 'public-media/ann/a.png' }));
  checked('good');
  const stored = await uploadAdImage('ann', image);
  expect(stored).toEqual({
    ok: true,
    url: expect.stringMatching(/^\/storage\/v1\/object\/public\/public-media\/ann\/[0-9a-f-]{36}\.png$/),
  });
  expect(calls[0]?.[0]).toMatch(/^https:\/\/api\.example\/storage\/v1\/object\/public-media\/ann\//);
  expect(new Headers(calls[0]?.[1].headers).get('authorization')).toBe('Bearer token');
  answer(() => Response.json({ Key: 'k' }));
  checked('refused', 'This file is not an image.');
  expect(await uploadAdImage('ann', image)).toEqual({ ok: false, message: 'This file is not an image.' });
});

test.each([
  [
    'the server refuses it',
    () => Response.json({ statusCode: '413', message: 'Too large' }, { status: 400 }),
    'Too large',
  ],
  ['the server fails', () => Response.json({ message: 'database' }, { status: 503 }), ''],
  ['a captive portal answers', () => new Response('<p>Log in', { status: 200 }), ''],
  ['no answer comes', () => Response.error(), ''],
])('%s', async (_name, response, message) => {
  answer(response);
  expect(await uploadAdImage('ann', image)).toEqual({ ok: false, message });
});
