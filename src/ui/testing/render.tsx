import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { onTestFinished } from 'vitest';

/** Renders into a page of its own with a router round it, so that links work; taken away after the test. */
export async function render(node: ReactNode): Promise<HTMLElement> {
  const host = document.createElement('div');
  document.body.append(host);
  const rootRoute = createRootRoute({ component: () => node });
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() });
  await router.load();
  const root = createRoot(host);
  // oxlint-disable-next-line typescript/no-explicit-any -- a bare router is not the app's
  root.render(<RouterProvider router={router as any} />);
  onTestFinished(() => {
    root.unmount();
    host.remove();
  });
  return host;
}
