import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#ui/testing/render.tsx';
import { ViewerPage } from './viewer-page.tsx';

vi.mock('./viewer-queries.ts', () => ({ useLinkedPictures: () => ({ pictures: null, missing: 'gone' }) }));

const POST = '00000000-0000-4000-8000-000000000000';

test.each([
  ['of a post that is gone', POST, 'This picture is no longer there.', 'Open the post', `/posts/${POST}`],
  ['of nothing', '', 'This link leads to no picture.', 'Back to the feed', '/'],
])('a link to a picture %s says so and has a way out', async (_, post, title, name, href) => {
  await render(<ViewerPage address={{ post, at: 0 }} onMove={() => {}} onClose={() => {}} />);
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
  await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', href);
});
