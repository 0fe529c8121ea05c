import '#ui/layers.css';
import '#ui/tokens.css';
import '#ui/fonts.css';
import '#ui/reset.css';
import '#ui/base.css';
import { createRoot } from 'react-dom/client';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { Sheet } from './sheet.tsx';

/*
 * Every primitive in every state on one page, for the gallery and for development. It is not part of the product: the
 * build starts at index.html in the root and never reaches this folder.
 *
 * ?theme=light|dark|glare&text=large|larger|largest&dir=rtl&gloves, and for overlays
 * &open=dialog|sheet|confirm|menu|toast|emoji|reactions.
 */
const search = new URLSearchParams(location.search);
const { documentElement: page } = document;
if (search.has('theme')) page.dataset.theme = search.get('theme') ?? '';
if (search.has('text')) page.dataset.textSize = search.get('text') ?? '';
if (search.has('gloves'))
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/gloves.css' }));
if (search.has('dir')) page.dir = search.get('dir') ?? '';

const rootRoute = createRootRoute({ component: () => <Sheet open={search.get('open')} /> });
const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() });
await router.load();
const host = document.getElementById('root');
if (!host) throw new Error('index.html has no #root');
// oxlint-disable-next-line typescript/no-explicit-any -- a bare router is not the app's
createRoot(host).render(<RouterProvider router={router as any} />);
