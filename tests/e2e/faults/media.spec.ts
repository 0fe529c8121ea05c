import { entry } from '../../support/member.ts';
import { answerWith, fileUploads, type Match, refreshes } from '../support/faults.ts';
import { expect, test, unique } from '../support/stage.ts';
import { arrived, writeWithPhoto } from '../support/photo-post.ts';
import { visit } from '../../support/visit.ts';

test('a cancelled upload becomes a draft again with its photo; one whose token is refused on the way goes on', async ({
  page,
  backend,
  network,
}) => {
  await test.step('a cancelled upload', async () => {
    const title = unique('Cancelled');
    const removeFault = network.when(fileUploads, answerWith(503));
    await writeWithPhoto(page, title, 107);
    await expect.poll(() => arrived(backend, title)).toEqual([{ status: 'pending_media', files: 0 }]);
    await visit(page, '/outbox');
    await page.getByRole('button', { name: 'Cancel upload' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel upload' }).click();
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(title);
    await expect(page.getByText('Location removed from 1 photo')).toBeVisible();
    await expect.poll(() => arrived(backend, title)).toEqual([]);
    removeFault();
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await expect.poll(() => arrived(backend, title)).toEqual([{ status: 'live', files: 1 }]);
    await visit(page, '/');
    await expect(entry(page, title)).toHaveCount(1);
  });

  await test.step('a refused token', async () => {
    const title = unique('Expired');
    // As Storage answers: the status is that of a refused file.
    const expired = { statusCode: '403', error: 'Unauthorized', code: 'AccessDenied' };
    const body = JSON.stringify({ ...expired, message: '"exp" claim timestamp check failed' });
    const parts: Match = (exchange) => fileUploads(exchange) && exchange.method === 'POST';
    network.when(parts, answerWith(400, { 'content-type': 'application/json' }, body), { times: 1 });
    await writeWithPhoto(page, title, 108);
    await network.until(refreshes);
    await expect.poll(() => arrived(backend, title)).toEqual([{ status: 'live', files: 1 }]);
    expect(network.seen(refreshes)).toHaveLength(1);
  });
});
