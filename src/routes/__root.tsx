import { createRootRoute } from '@tanstack/react-router';
import { Shell } from '#app/shell.tsx';
import { titles } from '#app/titles.ts';

/** Its own title is that of an address that no route has. */
export const Route = createRootRoute({ staticData: { title: titles.notFound }, component: Shell });
