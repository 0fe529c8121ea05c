import '#ui/testing/house-styles.ts';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Picture } from '#contract/media.ts';
import { updateSyncState } from '#data/device/sync-state.ts';
import { adoptSession, GUEST } from '#data/session/session.ts';
import { render } from '#ui/testing/render.tsx';
import { toastStore } from '#ui/toast-store.ts';
import { AdForm } from './ad-form.tsx';
import { AdsPage } from './ads-page.tsx';
import { addClient, adDays, adStats, removeAd, saveAd, sendAdImage, setAdActive, takeAdImage } from './mutations.ts';
import { type ManagedAd, useAdClients, useManagedAds } from './queries.ts';
import { AD, CLIENT } from './testing/managed-ad.ts';

vi.mock('./mutations.ts', () => ({
  NEW_ID: 'id',
  adDays: vi.fn(),
  adStats: vi.fn(),
  addClient: vi.fn(),
  readyAdDrafts: async () => {},
  removeAd: vi.fn(),
  saveAd: vi.fn(),
  sendAdImage: vi.fn(),
  setAdActive: vi.fn(),
  takeAdImage: vi.fn(),
}));
vi.mock('./queries.ts', async (original) => ({
  ...(await original<object>()),
  useAdClients: vi.fn(),
  useManagedAds: vi.fn(),
}));

const PICTURE: Picture = {
  ...{ id: 'p', name: 'image', type: 'image/png', bytes: new ArrayBuffer(1), width: 728, height: 90 },
  ...{ preview: '', alt: '', located: false },
};
const FILE = new File(['x'], 'a.png', { type: 'image/png' });
const FAILED = { ok: false, code: 'unknown', message: '' } as const;
const rows = <T,>(list: T[], isHere = true) => ({
  rows: list,
  ready: true,
  complete: isHere,
  missing: 'loading' as const,
});
const shown = () => toastStore.get().map(({ text }) => text);

beforeEach(async () => {
  await page.viewport(1280, 900);
  adoptSession({ kind: 'member', userId: crypto.randomUUID(), email: 'k@example.test', username: 'kip' });
  updateSyncState({ phase: 'online', updatedAt: null, synced: true });
  for (const call of [setAdActive, saveAd, sendAdImage, takeAdImage]) vi.mocked(call).mockReset();
  vi.mocked(adStats).mockResolvedValue(FAILED);
  vi.mocked(adDays).mockResolvedValue({ ok: true, body: [] });
  vi.mocked(useManagedAds).mockReturnValue(rows([AD]));
  vi.mocked(useAdClients).mockReturnValue(rows([{ id: CLIENT, name: 'Ridge' }]));
});
afterEach(() => {
  toastStore.set([]);
  adoptSession(GUEST);
});

test('each failure of the table of ads has its text', async () => {
  vi.mocked(setAdActive).mockResolvedValue(false);
  vi.mocked(removeAd).mockResolvedValue(false);
  await render(<AdsPage />);
  await expect.element(page.getByText('Failed to load ad stats')).toBeVisible();
  await userEvent.click(page.getByRole('switch'));
  await expect.poll(shown).toContain('Failed to update ad status');
  await userEvent.click(page.getByRole('button', { name: 'Days of Range bags' }));
  await userEvent.click(page.getByRole('button', { name: 'Delete Range bags' }));
  await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }));
  await expect.poll(shown).toContain('Failed to delete ad');
});

test('a switched ad shows its new state before its row arrives, and is switched back by the next press', async () => {
  vi.mocked(setAdActive).mockResolvedValue(true);
  const screen = <AdsPage />;
  await render(screen);
  const toggle = page.getByRole('switch');
  await userEvent.click(toggle);
  await expect.poll(shown).toContain('Ad deactivated');
  await expect.element(toggle).not.toBeChecked();
  await userEvent.click(toggle);
  await expect.poll(shown).toContain('Ad activated');
  await expect.element(toggle).toBeChecked();
  expect(vi.mocked(setAdActive).mock.calls).toEqual([
    [AD.id, false],
    [AD.id, true],
  ]);
  // The row that arrives counts, also if somebody else has switched the ad.
  vi.mocked(useManagedAds).mockReturnValue(rows([{ ...AD, active: false }]));
  updateSyncState({ phase: 'connecting' });
  await expect.element(toggle).not.toBeChecked();
});

test.each([769, 820, 900, 1024, 1200, 1280, 1440])(
  'at %d px the opener of each row is in view, with large figures and long names',
  async (width) => {
    const title = `Range bags and cases ${'for every range '.repeat(6)}`.slice(0, 120);
    vi.mocked(useManagedAds).mockReturnValue(
      rows([
        { ...AD, title, client: 'Ridge Outfitters and Sons'.repeat(3), end_date: '2027-12-30' },
        { ...AD, id: CLIENT, title: 'X'.repeat(120) },
      ]),
    );
    const sums = { impressions: 123_456_789, clicks: 9_876_543, ctr: 8 };
    vi.mocked(adStats).mockResolvedValue({
      ok: true,
      body: [
        { ad_id: AD.id, ...sums },
        { ad_id: CLIENT, ...sums },
      ],
    });
    const day = new Date().toISOString().slice(0, 10);
    vi.mocked(adDays).mockResolvedValue({
      ok: true,
      body: [AD.id, CLIENT].map((ad_id) => ({ ad_id, day, impressions: 1_234_567, clicks: 98_765 })),
    });
    await page.viewport(width, 900);
    await render(
      // As wide as the shell's column for staff (shell.module.css).
      <main style={{ width: width < 1200 ? width - 76 : 936, maxWidth: 936 }}>
        <AdsPage />
      </main>,
    );
    await expect.element(page.getByRole('cell', { name: '123,456,789' }).first()).toBeInTheDocument();
    const openers = page.getByRole('button', { name: /^Days of / }).elements();
    expect(openers).toHaveLength(2);
    await expect.poll(() => document.querySelectorAll('tbody rect').length).toBeGreaterThan(0);
    const end = document.querySelector('main')!.getBoundingClientRect().right;
    for (const opener of openers) expect(opener.getBoundingClientRect().right).toBeLessThanOrEqual(end);
  },
);

test('offline without the ads and clients: both are named as not loaded', async () => {
  updateSyncState({ phase: 'offline' });
  vi.mocked(useManagedAds).mockReturnValue(rows<ManagedAd>([], false));
  vi.mocked(useAdClients).mockReturnValue(rows<{ id: string; name: string }>([], false));
  await render(
    <>
      <AdsPage />
      <AdForm ad={null} onSaved={() => {}} />
    </>,
  );
  await expect.element(page.getByText('Failed to load ads')).toBeVisible();
  await expect.element(page.getByText('Failed to load ad clients')).toBeVisible();
});

test('a refused ad stays in the form, and is sent again with the same id', async () => {
  vi.mocked(saveAd).mockResolvedValue({ ok: false, message: 'No.' });
  vi.mocked(takeAdImage).mockResolvedValueOnce(null);
  vi.mocked(takeAdImage).mockResolvedValueOnce(PICTURE);
  vi.mocked(sendAdImage).mockResolvedValueOnce({ ok: true, url: 'https://img.example/a.png' });
  await render(<AdForm ad={null} onSaved={() => expect.fail('it was not saved')} />);
  await userEvent.upload(page.getByLabelText('Image', { exact: true }), FILE);
  await expect.poll(shown).toContain('Upload failed');
  await userEvent.upload(page.getByLabelText('Image', { exact: true }), FILE);
  await expect.poll(shown).toContain('Image uploaded!');
  await userEvent.fill(page.getByLabelText('Title'), 'Range bags');
  await userEvent.click(page.getByRole('radio', { name: /^Banner/ }));

  // The name of a client who exists chooses that client; one that only the server knows is named as such.
  await userEvent.click(page.getByRole('button', { name: 'Add client' }));
  vi.mocked(addClient).mockResolvedValueOnce({ ok: false, message: 'duplicate key value', code: '23505' });
  await userEvent.fill(page.getByLabelText('Name of the client'), 'Valley');
  await userEvent.keyboard('{Enter}');
  await expect.poll(shown).toContain('A client with this name exists.');
  await userEvent.fill(page.getByLabelText('Name of the client'), 'RIDGE ');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByLabelText('Client', { exact: true })).toHaveValue(CLIENT);
  expect(addClient).toHaveBeenCalledTimes(1);

  for (let attempt = 1; attempt <= 2; attempt++) {
    toastStore.set([]);
    await userEvent.click(page.getByRole('button', { name: 'Create ad' }));
    await expect.poll(shown).toContain('Failed to create ad');
  }
  const ids = vi.mocked(saveAd).mock.calls.map(([id]) => id);
  expect(ids).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), ids[0]]);
});

test('an ad that cannot be sent puts the focus on its first field with an error', async () => {
  await render(<AdForm ad={null} onSaved={() => expect.fail('it was not saved')} />);
  const create = page.getByRole('button', { name: 'Create ad' });
  await userEvent.click(create);
  await expect.element(page.getByLabelText('Title')).toHaveFocus();
  await userEvent.fill(page.getByLabelText('Title'), 'Range bags');
  await userEvent.selectOptions(page.getByLabelText('Client', { exact: true }), CLIENT);
  await userEvent.click(create);
  await expect.element(page.getByRole('button', { name: 'Choose a file' }).first()).toHaveFocus();
  vi.mocked(takeAdImage).mockResolvedValueOnce(PICTURE);
  vi.mocked(sendAdImage).mockResolvedValueOnce({ ok: true, url: 'https://img.example/a.png' });
  await userEvent.upload(page.getByLabelText('Image', { exact: true }), FILE);
  await expect.poll(shown).toContain('Image uploaded!');
  await userEvent.click(create);
  await expect.element(page.getByRole('radio').first()).toHaveFocus();
});

test('a picture that the server refuses leaves the form, with the reason', async () => {
  vi.mocked(takeAdImage).mockResolvedValueOnce(PICTURE);
  const answer = Promise.withResolvers<{ ok: false; message: string }>();
  vi.mocked(sendAdImage).mockReturnValueOnce(answer.promise);
  await render(<AdForm ad={null} onSaved={() => {}} />);
  await userEvent.upload(page.getByLabelText('Image', { exact: true }), FILE);
  await expect.element(page.getByRole('button', { name: 'Replace' })).toBeVisible();
  answer.resolve({ ok: false, message: 'Upload preset not found' });
  await expect.poll(shown).toEqual(['Image upload failed']);
  await expect.element(page.getByText('Upload preset not found')).toBeVisible();
  await expect.poll(() => page.getByRole('button', { name: 'Replace' }).query()).toBeNull();
});

test('offline, the form keeps its draft with the picture and says why it cannot be sent; online it goes, the picture first', async () => {
  const Page = () => {
    const [isOpen, setOpen] = useState(true);
    return (
      <>
        <button type="button" onClick={() => setOpen(!isOpen)}>
          Open or leave
        </button>
        {isOpen && <AdForm ad={null} onSaved={() => {}} />}
      </>
    );
  };
  updateSyncState({ phase: 'offline' });
  vi.mocked(takeAdImage).mockResolvedValueOnce(PICTURE);
  await render(<Page />);
  await userEvent.upload(page.getByLabelText('Image', { exact: true }), FILE);
  await expect.element(page.getByRole('button', { name: 'Replace' })).toBeVisible();
  await userEvent.fill(page.getByLabelText('Title'), 'Range bags');
  await userEvent.click(page.getByRole('radio', { name: /^Banner/ }));
  await userEvent.selectOptions(page.getByLabelText('Client', { exact: true }), CLIENT);
  const create = page.getByRole('button', { name: 'Create ad' });
  await expect.element(create).toBeDisabled();
  await expect.element(create).toHaveAccessibleDescription(/^You are offline\. Ads need a connection\./);
  await userEvent.type(page.getByLabelText('Title'), '{Enter}');

  // Left and opened again.
  const leaveOrOpen = page.getByRole('button', { name: 'Open or leave' });
  await userEvent.click(leaveOrOpen);
  await expect.poll(() => page.getByLabelText('Title').query()).toBeNull();
  await userEvent.click(leaveOrOpen);
  await expect.element(page.getByLabelText('Title')).toHaveValue('Range bags');
  await expect.element(page.getByRole('button', { name: 'Replace' })).toBeVisible();
  expect(sendAdImage).not.toHaveBeenCalled();

  updateSyncState({ phase: 'online' });
  vi.mocked(sendAdImage).mockResolvedValueOnce({ ok: false, message: '' });
  await userEvent.click(create);
  await expect.poll(shown).toEqual(['Image upload failed']);
  expect(saveAd).not.toHaveBeenCalled();
  vi.mocked(sendAdImage).mockResolvedValueOnce({ ok: true, url: 'https://img.example/a.png' });
  vi.mocked(saveAd).mockResolvedValueOnce({ ok: true, id: AD.id });
  await userEvent.click(create);
  await expect.poll(shown).toContain('Ad created!');
  expect(vi.mocked(saveAd).mock.calls).toMatchObject([
    [expect.any(String), true, { title: 'Range bags', image_url: 'https://img.example/a.png', client_id: CLIENT }],
  ]);
  await expect.element(page.getByLabelText('Title')).toHaveValue('');
});
