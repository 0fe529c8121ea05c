import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Link, NavLink } from './link.tsx';

/** Pages of an app with some links above them, on `/settings/storage`. */
async function open() {
  const root = createRootRoute({
    component: () => (
      <>
        <Link to="/posts/$postId" params={{ postId: 'a/b ü' }} search={{ commentId: 'c d' }} hash="comments">
          Post
        </Link>
        <Link to="/settings" onClick={(event) => event.preventDefault()}>
          Stopped
        </Link>
        <Link to="/about" target="_blank">
          Elsewhere
        </Link>
        <Link to="." search={true} mask={{ to: '/privacy' }} preload={false}>
          Masked
        </Link>
        <NavLink to="/">Feed</NavLink>
        <NavLink to="/settings">Settings</NavLink>
        <NavLink to="/saved">Saved</NavLink>
        <Outlet />
      </>
    ),
  });
  const paths = ['/', '/settings', '/settings/$part', '/posts/$postId', '/saved'];
  const children = paths.map((path) =>
    createRoute({ getParentRoute: () => root, path, component: () => <p>{path}</p> }),
  );
  const router = createRouter({
    routeTree: root.addChildren(children),
    history: createMemoryHistory({ initialEntries: ['/settings/storage'] }),
  });
  await router.load();
  const host = document.createElement('div');
  document.body.append(host);
  const app = createRoot(host);
  // oxlint-disable-next-line typescript/no-explicit-any -- a small router has another type than the app's
  app.render(<RouterProvider router={router as any} />);
  onTestFinished(() => {
    app.unmount();
    host.remove();
  });
  await expect.element(page.getByText('/settings/$part')).toBeVisible();
  return router;
}

const link = (name: string) => page.getByRole('link', { name });

test('a link has the address that the router gives it, and shows its mask', async () => {
  const router = await open();
  const target = { to: '/posts/$postId', params: { postId: 'a/b ü' }, search: { commentId: 'c d' }, hash: 'comments' };
  // oxlint-disable-next-line typescript/no-explicit-any -- a small router has another type than the app's
  await expect.element(link('Post')).toHaveAttribute('href', router.buildLocation(target as any).href);
  await expect.element(link('Masked')).toHaveAttribute('href', '/privacy');
});

test('a press navigates within the app, unless it is stopped or opens another tab', async () => {
  const router = await open();
  const navigate = vi.spyOn(router, 'navigate');
  // The browser would leave the page of the tests.
  const stay = (event: MouseEvent) => event.preventDefault();
  addEventListener('click', stay);
  onTestFinished(() => removeEventListener('click', stay));
  await userEvent.click(link('Stopped'));
  await userEvent.click(link('Elsewhere'));
  await userEvent.click(link('Feed'), { modifiers: ['Shift'] });
  expect(navigate).not.toHaveBeenCalled();
  await userEvent.click(link('Post'));
  await expect.element(page.getByText('/posts/$postId')).toBeVisible();
  expect(router.state.location).toMatchObject({ search: { commentId: 'c d' }, hash: 'comments' });
});

test('a navigation marks the page on screen and those below it', async () => {
  await open();
  await expect.element(link('Settings')).toHaveAttribute('aria-current', 'page');
  await expect.element(link('Feed')).not.toHaveAttribute('aria-current');
  await userEvent.click(link('Saved'));
  await expect.element(link('Saved')).toHaveAttribute('aria-current', 'page');
  await expect.element(link('Settings')).not.toHaveAttribute('aria-current');
});

test('the code of a page is requested once, when its link is touched', async () => {
  const router = await open();
  const preload = vi.spyOn(router, 'preloadRoute');
  await userEvent.hover(link('Saved'));
  await userEvent.hover(link('Masked'));
  await userEvent.hover(link('Saved'));
  expect(preload.mock.calls.filter(([{ to }]) => to === '/saved').length).toBeLessThanOrEqual(1);
  expect(preload.mock.calls.filter(([{ to }]) => to === '.')).toEqual([]);
});
