import { expect, test } from 'vitest';
import { siteLinks } from './config.ts';

test('links are those that the operator set, only https, and nothing where none is set', () => {
  expect(siteLinks({}, 'rangeday.example')).toEqual({
    donate: null,
    social: [],
    abuseEmail: 'abuse@rangeday.example',
  });
  expect(
    siteLinks(
      {
        VITE_DONATE_URL: 'https://give.example/?to=us',
        VITE_SOCIAL_LINKS:
          'Video=https://video.example/@us?a=b, Bad=javascript:alert(1), =https://no-name.example,Half',
        VITE_ABUSE_EMAIL: 'help@us.example',
      },
      'rangeday.example',
    ),
  ).toEqual({
    donate: 'https://give.example/?to=us',
    social: [{ name: 'Video', url: 'https://video.example/@us?a=b' }],
    abuseEmail: 'help@us.example',
  });
  expect(siteLinks({ VITE_DONATE_URL: 'http://give.example' }, 'a.example').donate).toBeNull();
});
