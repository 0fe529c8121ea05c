import { createFileRoute } from '@tanstack/react-router';
import { feedSearch } from '#app/feed-search.ts';

/** The feed is in its parent route. */
export const Route = createFileRoute('/_feed/')({ validateSearch: feedSearch, component: () => null });
