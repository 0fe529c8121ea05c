import { expect, test } from 'vitest';
import { adsAsCsv } from './export-ads.ts';
import type { ManagedAd } from './queries.ts';

const ad: ManagedAd = {
  id: 'a',
  title: '=HYPERLINK("https://evil.example")',
  type: 'banner',
  destination_url: 'https://bags.example/',
  image_url: '/a.png',
  mobile_image_url: null,
  start_date: '2026-11-01',
  end_date: null,
  active: true,
  client_id: 'c',
  client: 'Ridgeline',
};

test('a line per ad with its figures; a title is no formula; unknown figures are empty', () => {
  const figures = new Map([['a', { impressions: 3942, clicks: 52, ctr: 1.3, days: new Map() }]]);
  expect(adsAsCsv([ad], figures, '2026-11-21').split('\r\n')[1]).toBe(
    `"'=HYPERLINK(""https://evil.example"")",Ridgeline,banner,Live,2026-11-01,,3942,52,1.3,https://bags.example/`,
  );
  expect(adsAsCsv([ad], null, '2026-11-21').split('\r\n')[1]).toMatch(/,2026-11-01,,,,,https/);
});
