import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ErrorBoundary } from './error-boundary.tsx';
import { render } from './testing/render.tsx';

test('a failed part shows an error in its place, the rest stays, and Try again renders it anew', async () => {
  // React logs the error; that is expected here.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  let broken = true;
  function Part() {
    if (broken) throw new Error('No poll today');
    return <p>Which stage next Saturday?</p>;
  }
  await render(
    <>
      <ErrorBoundary>
        <Part />
      </ErrorBoundary>
      <p>The rest</p>
    </>,
  );
  await expect.element(page.getByRole('alert').getByText('This part failed to load.')).toBeVisible();
  await expect.element(page.getByText('The rest')).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Which stage next Saturday?')).toBeVisible();
});
