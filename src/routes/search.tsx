import { createFileRoute } from '@tanstack/react-router';
import { type Kind, KINDS } from '#features/search/kinds.ts';
import { SearchPage } from '#features/search/search-page.tsx';
import { StatusText } from '#features/sync/status-text.tsx';
import { BackLink } from '#app/back-link.tsx';
import { Discover } from '#app/discover.tsx';
import { isReturned } from '#app/history-places.ts';
import { PageStatus } from '#app/page-status.tsx';
import { PageWaiting } from '#app/page-waiting.tsx';
import { useOffline } from '#app/use-offline.ts';
import { titles } from '#app/titles.ts';
import { PageBar } from '#ui/page-bar.tsx';

export const Route = createFileRoute('/search')({
  validateSearch: ({ q, kind }: Record<string, unknown>): { q?: string | undefined; kind?: Kind | undefined } => ({
    q: typeof q === 'string' ? q.slice(0, 100) : undefined,
    kind: KINDS.find((known) => known === kind),
  }),
  staticData: { title: titles.search },
  component: Search,
});

function Search() {
  // In the address, so that Back returns to the same results.
  const { q = '', kind } = Route.useSearch();
  const navigate = Route.useNavigate();
  const search = (term: string) =>
    void navigate({
      search: { q: term || undefined, kind: term ? kind : undefined },
      replace: true,
      resetScroll: false,
    });
  return (
    <SearchPage
      term={q}
      kind={kind}
      onTerm={search}
      title={titles.search}
      bar={<PageBar title={titles.search} start={<BackLink />} note={<PageStatus />} end={<PageWaiting />} />}
      discover={<Discover />}
      isFocused={!isReturned()}
      offline={useOffline()}
      status={<StatusText />}
    />
  );
}
