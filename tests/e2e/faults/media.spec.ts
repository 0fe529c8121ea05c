import { entry } from '../../support/member.ts';
import { answerWith, fileUploads } from '../support/faults.ts';
import { expect, test, unique } from '../support/stage.ts';
import { arrived, writeWithPhoto } from '../support/photo-post.ts';
import { visit } from '../../support/visit.ts';

test('a cancelled upload becomes a draft again with its photo', async ({ page, backend, network }) => {
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
