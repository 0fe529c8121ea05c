import '#ui/testing/house-styles.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#ui/testing/render.tsx';
import { Footer } from './footer.tsx';
import styles from './shell.module.css';
import { SideNav } from './side-nav.tsx';

test.each([600, 800])(
  'on a short page in a window %d px high the footer does not cover the navigation',
  async (height) => {
    await page.viewport(1280, height);
    await render(
      <div className={styles.app}>
        <SideNav />
        <main className={styles.main} />
        <Footer />
      </div>,
    );
    const nav = page.getByRole('link', { name: 'Feed', exact: true }).element().closest('nav')!;
    const about = page.getByRole('link', { name: 'About' }).element();
    expect(about.getBoundingClientRect().top).toBeGreaterThanOrEqual(nav.getBoundingClientRect().bottom);
  },
);
