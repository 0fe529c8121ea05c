import { type ReactNode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { onTestFinished } from 'vitest';

/**
 * Renders into its own container with a router, so that links work; unmounted after the test. Resolves when the
 * component is mounted: a key pressed before would be lost.
 */
export async function render(node: ReactNode): Promise<HTMLElement> {
  const host = document.createElement('div');
  document.body.append(host);
  const { promise: shown, resolve: onShown } = Promise.withResolvers<void>();
  function Root() {
    useEffect(onShown, []);
    return node;
  }
  const rootRoute = createRootRoute({ component: Root });
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() });
  await router.load();
  const root = createRoot(host);
  // oxlint-disable-next-line typescript/no-explicit-any -- a minimal router has another type than the app's
  root.render(<RouterProvider router={router as any} />);
  onTestFinished(() => {
    root.unmount();
    host.remove();
  });
  await shown;
  return host;
}
