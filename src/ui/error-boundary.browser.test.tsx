import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ErrorBoundary } from './error-boundary.tsx';
import { render } from './testing/render.tsx';

test('a part that breaks says so in its place, the rest stays, and trying again draws it anew', async () => {
  // React reports what was thrown; that is its duty, not a finding of this test.
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
