import type { Page, Route } from '@playwright/test';

import { expect, test } from './support/fixtures.ts';
import { placesWith } from './support/stored-bytes.ts';
import { register } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { visit } from '../support/visit.ts';

// A profile on disk with an earlier visit is offered the installation, which some of these pages show.
test.use({ firstVisit: true });

async function fillContact(page: Page, name: string, email: string, message: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Message').fill(message);
}

const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click();

test('a guest’s forms report what is missing, too long or refused, and are sent; the shop and the page of the installation are ready', async ({
  page,
  backend,
}) => {
  await page.goto('/contact');
  await test.step('the contact form reports missing and too long fields, and an error of the server, then sends', async () => {
    await send(page);
    await expect(page.getByText('All fields are required.')).toBeVisible();
    await fillContact(page, 'x'.repeat(61), 'dana@rangeday.example', 'Hello');
    await send(page);
    await expect(page.getByText('One or more fields exceed the maximum length.')).toBeVisible();
    await fillContact(page, 'Dana', 'dana@rangeday.example', 'x'.repeat(1001));
    await send(page);
    await expect(page.getByText('One or more fields exceed the maximum length.')).toBeVisible();
    await fillContact(page, 'Dana', 'dana', 'Hello');
    await send(page);
    await expect(page.getByText('Please enter a valid email address.')).toBeVisible();

    const message = `The gate code, please. ${Date.now()}`;
    await fillContact(page, 'x'.repeat(60), 'dana@rangeday.example', message);
    const address = '**/send-contact-email';
    await page.route(address, (route) => route.fulfill({ status: 500, json: { error: 'An error occurred.' } }));
    await send(page);
    await expect(page.getByText('Something went wrong. Try again.')).toBeVisible();
    await page.unroute(address);
    await send(page);
    await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible();
    expect(await backend.query('select id from public.contact_messages where message = $1', [message])).toHaveLength(1);
  });

  await test.step('an abuse report that the server refuses shows the reason and stays in the form', async () => {
    await visit(page, '/csae');
    await page.getByLabel('Post URL').fill('https://rangeday.example/posts/1');
    await page.getByLabel('Description').fill('What I saw');
    const submit = page.getByRole('button', { name: 'Submit report' });
    const refuse = (status: number, json: object) => (route: Route) => route.fulfill({ status, json });

    await page.route('**/rest/v1/csae_reports*', refuse(403, { code: '42501', message: 'No.' }));
    await submit.click();
    await expect(
      page.getByText('Sorry — we could not submit the report. Try again or email the abuse address.'),
    ).toBeVisible();

    // A server that fails has not refused it: it waits here, but not for a network.
    await page.unroute('**/rest/v1/csae_reports*');
    await page.route('**/rest/v1/csae_reports*', refuse(500, { code: 'XX000', message: 'internal error' }));
    await submit.click();
    await expect(page.getByRole('button', { name: 'Send now' })).toBeVisible();
    await expect(
      page.getByText('Sorry — we could not submit the report. Try again or email the abuse address.'),
    ).toBeVisible();
    await expect(page.getByText('Your report is not sent yet.')).toBeHidden();
    await page.unroute('**/rest/v1/csae_reports*');
    await page.route('**/rest/v1/csae_reports*', refuse(403, { code: '42501', message: 'No.' }));
    await page.getByRole('button', { name: 'Send now' }).click();
    await expect(submit).toBeVisible();

    await page
      .getByLabel('Attachments (optional)')
      .setInputFiles([{ name: 'a.png', mimeType: 'image/png', buffer: PNG }]);
    await page.route(
      '**/storage/v1/upload/**',
      refuse(404, { error: 'Bucket not found', message: 'Bucket not found' }),
    );
    await submit.click();
    await expect(page.getByText(/storage bucket for attachments is missing/)).toBeVisible();

    await page.unroute('**/storage/v1/upload/**');
    await page.route('**/storage/v1/upload/**', refuse(415, { message: 'Not this type.' }));
    await submit.click();
    await expect(
      page.getByText(
        'We could not upload the attachments. Please remove them and try again or email the abuse address.',
      ),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: /^abuse@/ })).toHaveAttribute('href', /^mailto:abuse@/);
    // Also after the page was closed.
    await page.reload();
    await expect(page.getByLabel('Description')).toHaveValue('What I saw');
    // Its file can be removed, another one is added beside it, and the report is sent again.
    const attached = page.getByRole('list', { name: /^\d files? chosen$/ }).getByRole('listitem');
    await expect(attached).toHaveText([/^01\.png.*Not sent/]);
    await page
      .getByLabel('Attachments (optional)')
      .setInputFiles([{ name: 'b.png', mimeType: 'image/png', buffer: PNG }]);
    await expect(attached).toHaveText([/^01\.png/, /^b\.png/]);
    await page.getByRole('button', { name: 'Remove 01.png' }).click();
    await expect(attached).toHaveText([/^b\.png/]);
    await page.getByRole('button', { name: 'Discard report' }).click();
    await expect(page.getByLabel('Description')).toHaveValue('');
  });

  await test.step('after that load, the message that was sent is gone', async () => {
    await visit(page, '/contact');
    await expect(page.getByLabel('Message')).toHaveValue('');
  });

  await test.step('the shop reports how the payment ended, and that its page cannot be opened', async () => {
    await visit(page, '/merch?canceled=true');
    await expect(page.getByText('The checkout was canceled. Nothing was charged.')).toBeVisible();
    await visit(page, '/merch?success=true');
    await expect(page.getByText(/Your order has been placed/)).toBeVisible();
    await visit(page, '/merch');
    await expect(page.getByText('$1.00', { exact: true })).toBeVisible();

    await page.route('**/create-checkout-session', (route) => route.fulfill({ status: 502, json: { error: 'No.' } }));
    await page.getByRole('button', { name: 'Buy for $1.00' }).click();
    await expect(page.getByText('Unable to start checkout session.')).toBeVisible();
  });

  await test.step('the install page lists the visitor’s platform first and has a button if the browser can install', async () => {
    await visit(page, '/install');
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Windows, Mac, Linux and Chromebook');
    await expect(page.getByRole('button', { name: 'Install Rangeday' })).toHaveCount(0);
    await page.evaluate(() => {
      const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: () => {
          document.documentElement.dataset.prompted = 'true';
          return Promise.resolve({ outcome: 'accepted' });
        },
      });
      dispatchEvent(offer);
    });
    await page.getByRole('button', { name: 'Install Rangeday' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-prompted', 'true');
    await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
    await expect(page.getByText('Rangeday is installed on this device.')).toBeVisible();
  });
});

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const MP4 = Buffer.from('\0\0\0\u0018ftypisom\0\0\u0002\0isomiso2avc1mp41', 'latin1');

test('without a server, an abuse report and a contact message stay on the device; the report is sent once with its files, and is then deleted', async ({
  newDevice,
  backend,
  network,
}) => {
  const page = await (await newDevice({ url: network.url, expected: /ERR_FAILED/ })).page();
  await page.goto('/csae#report');
  const submit = page.getByRole('button', { name: 'Submit report' });
  await page.getByLabel('Post URL').fill('not a url');
  await submit.click();
  await expect(page.getByText('Please enter the address (URL) of the post.')).toBeVisible();
  await page.getByLabel('Post URL').fill('  https://rangeday.example/posts/1  ');
  await submit.click();
  await expect(page.getByText('Please describe what you saw.')).toBeVisible();
  const text = `What I saw ${Date.now()}`;
  const evidence = `evidence ${Date.now()}`;
  await page.getByLabel('Description').fill(`  ${text} `);
  await page.getByLabel('Attachments (optional)').setInputFiles([
    { name: 'my name.PNG', mimeType: 'image/png', buffer: PNG },
    { name: 'my clip.mp4', mimeType: 'video/mp4', buffer: Buffer.concat([MP4, Buffer.from(evidence)]) },
  ]);
  await network.down();
  await submit.click();
  await expect(page.getByText('Your report is not sent yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Contact' }).first().click();
  await fillContact(page, 'Dana', 'dana@rangeday.example', 'Sent from the far end of the range.');
  await send(page);
  await expect(page.getByText(/saved here as a draft/)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Message')).toHaveValue('Sent from the far end of the range.');
  await page.getByRole('link', { name: 'CSAE Policy' }).first().click();
  await expect(page.getByText('Your report is not sent yet.')).toBeVisible();
  for (const piece of [evidence, text])
    expect(await placesWith(page, piece)).toEqual([expect.stringMatching(/^rangeday-media-guest\//)]);
  await expect(page.getByRole('list', { name: '2 files chosen' }).getByRole('listitem')).toHaveText([
    /^01\.png.*Waiting$/,
    /^02\.mp4.*Waiting$/,
  ]);
  await page.getByRole('link', { name: 'Contact' }).first().click();
  await expect(page.getByLabel('Message')).toHaveValue('Sent from the far end of the range.');
  // The page sends the report, too, as soon as it is connected: held until the button was pressed, which goes with the
  // report.
  const pressed = Promise.withResolvers<void>();
  await page.route('**/rest/v1/csae_reports*', async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await network.up();
  await send(page);
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible();
  await page.getByRole('link', { name: 'CSAE Policy' }).first().click();
  // Forced: the button is busy while the page sends it.
  await page.getByRole('button', { name: 'Send now' }).click({ force: true });
  pressed.resolve();
  await expect(page.getByText('Thanks — your report was submitted. We will review it immediately.')).toBeVisible();

  const rows = await backend.query<{ post_url: string; storage_paths: string[] }>(
    'select post_url, storage_paths from public.csae_reports where description = $1',
    [text],
  );
  expect(rows).toEqual([
    {
      post_url: 'https://rangeday.example/posts/1',
      storage_paths: [
        expect.stringMatching(/^[0-9a-f-]{36}\/01\.png$/),
        expect.stringMatching(/^[0-9a-f-]{36}\/02\.mp4$/),
      ],
    },
  ]);
  // Nothing of it is on the device.
  for (const piece of [evidence, text]) expect(await placesWith(page, piece)).toEqual([]);
  await visit(page, '/contact');
  await visit(page, '/csae');
  await expect(page.getByLabel('Description')).toHaveValue('');
});

test('a member buys the sticker, now or after leaving the payment page', async ({ newDevice, backend }) => {
  const page = await (await newDevice()).page();
  await openSignedIn(page, backend, await register(backend));
  // A member finds the order below the shop.
  await visit(page, '/merch');
  await expect(page.getByText('No orders yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Buy for $1.00' }).click();
  await expect(page).toHaveURL(/\/_dev\/stripe\/pay\/cs_test_/);
  // Left without paying: the settings lead back to the same page.
  const address = page.url();
  await page.goto('/settings');
  await page.getByRole('link', { name: /^Orders/ }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Waiting for payment' })).toBeVisible();
  await page.getByRole('link', { name: 'Finish paying' }).click();
  await expect(page).toHaveURL(address);
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(page.getByRole('list', { name: 'Orders' }).getByRole('listitem')).toHaveText(/Sticker, 2.5 inch.*Paid/);
});

test('page views are counted without the visitor, and not for browsers that refuse it; the donation block leads somewhere by default', async ({
  newDevice,
  backend,
}) => {
  const page = await (await newDevice()).page();
  const counted: { body: unknown; authorization: string | undefined }[] = [];
  await page.context().route('**/rpc/record_page_view', async (route) => {
    counted.push({
      body: route.request().postDataJSON(),
      authorization: (await route.request().allHeaders())['authorization'],
    });
    await route.continue();
  });
  for (const refusal of ['doNotTrack', 'globalPrivacyControl']) {
    const refusing = await page.context().newPage();
    await refusing.addInitScript((name) => {
      Object.defineProperty(navigator, name, { value: name === 'doNotTrack' ? '1' : true });
    }, refusal);
    await refusing.goto('/privacy');
    await expect(refusing.getByText('Online').filter({ visible: true }).first()).toBeVisible();
    await refusing.getByRole('link', { name: 'Contact' }).first().click();
    await expect(refusing.getByRole('button', { name: 'Send' })).toBeVisible();
    await refusing.close();
  }
  await page.goto('/');
  await expect.poll(() => counted.map(({ body }) => body)).toEqual([{ route: '/' }]);
  // No address of the operator is set, so Donate leads to our own page: without a reload, and without another Donate
  // button.
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''));
  await page.getByRole('link', { name: 'Donate', exact: true }).click();
  await expect(page).toHaveURL(/\/support$/);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Donate' })).toBeInViewport();
  await expect(main.getByText(/^Set VITE_DONATE_URL/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Donate' })).toHaveCount(0);
  await expect(main.getByRole('link', { name: 'abuse@localhost' })).toHaveAttribute('href', 'mailto:abuse@localhost');
  await expect(main.getByRole('link', { name: '@rangeday_news' })).toHaveAttribute('href', '/user/rangeday_news');
  await expect.poll(() => counted.map(({ body }) => body)).toEqual([{ route: '/' }, { route: '/support' }]);
  await page.goBack();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Follow us' }).click();
  await expect(main.getByRole('heading', { name: 'Follow us' })).toBeInViewport();
  await expect(page.locator('body')).toHaveAttribute('data-same-page', '');
  await expect.poll(() => counted.length).toBe(4);
  for (const { authorization } of counted) expect(authorization).toBe(`Bearer ${backend.addresses.SUPABASE_ANON_KEY}`);
});
