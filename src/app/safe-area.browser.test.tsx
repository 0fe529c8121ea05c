import '#ui/testing/house-styles.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { SaveBar } from '#features/me/save-bar.tsx';
import { render } from '#ui/testing/render.tsx';
import { setScreen } from '#ui/testing/safe-area.ts';
import { Footer } from './footer.tsx';
import { NoteCard } from './note-card.tsx';

test('the footer keeps clear of the notch of a phone on its side', async () => {
  await setScreen({ width: 740, height: 360, insets: { left: 47, right: 47 } });
  await render(<Footer />);
  expect(page.getByRole('link', { name: 'About' }).element().getBoundingClientRect().left).toBeGreaterThanOrEqual(47);
});

test('a note gives way to the button that saves a form', async () => {
  await render(
    <NoteCard title="New version" actions={null}>
      Update whenever you like.
    </NoteCard>,
  );
  await expect.element(page.getByRole('region', { name: 'New version' })).toBeVisible();
  const form = await render(
    <SaveBar busy={false} problem={null} stop={null} offline={false} saved={null} onReset={() => {}} />,
  );
  await expect.element(page.getByText('New version')).not.toBeVisible();
  form.remove();
  await expect.element(page.getByText('New version')).toBeVisible();
});
