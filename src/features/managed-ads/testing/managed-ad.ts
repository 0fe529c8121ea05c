import type { ManagedAd } from '../queries.ts';

export const CLIENT = '018f0000-0000-7000-8000-00000000000c';
export const AD: ManagedAd = {
  ...{ id: '018f0000-0000-7000-8000-00000000000a', title: 'Range bags', type: 'banner', destination_url: null },
  ...{ image_url: '/a.png', mobile_image_url: null, start_date: '2026-11-01', end_date: null, active: true },
  ...{ client_id: CLIENT, client: 'Ridge' },
};
