import { Link } from '#ui/link.tsx';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { searchCopy } from '#copy/search.ts';
import { FreshTarget } from '#ui/quiet-drawings.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { CloudIcon, StorageIcon } from '#ui/icons/more-icons.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { type Kind, KINDS } from './kinds.ts';
import { type Found, countText, type FoundOnServer, useOnDevice, useSearch, useSearchIndex } from './queries.ts';
import { RecentSearches } from './recent-searches.tsx';
import { useRecentSearches } from './recent-queries.ts';
import { PAGE } from './search-sql.ts';
import styles from './search-page.module.css';
import { Messages, Names, type PartProps, Texts } from './search-results.tsx';
import { matchOf, wordsOf } from './words.ts';

interface SearchPageProps {
  term: string;
  /** Only these; undefined: the first of each. */
  kind: Kind | undefined;
  onTerm: (term: string) => void;
  title: string;
  /** The bar with the title, without a term; with one, the field is the bar. */
  bar: ReactNode;
  /** Shown without a term. */
  discover: ReactNode;
  /** The field receives the focus when the page opens. */
  isFocused: boolean;
  offline: boolean;
  /** The status of the connection, shown offline. */
  status: ReactNode;
}

/** Searches what is on this device, as one types, and then the server. */
export function SearchPage({ term, kind, onTerm, title, bar, discover, isFocused, offline, status }: SearchPageProps) {
  const recent = useRecentSearches();
  const isSearching = matchOf(term) !== '';
  // A term is remembered when one of its results is opened.
  const remember = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a[data-result]')) recent.add(term.trim());
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- it only watches its links
    <div className={styles.page} onClick={remember}>
      {isSearching ? <h1 className="sr">{title}</h1> : bar}
      <SearchBox
        backLabel={isSearching ? searchCopy.back : undefined}
        value={term}
        onChange={onTerm}
        label={searchCopy.placeholder}
        clearLabel={searchCopy.clear}
        maxLength={100}
        isFocused={isFocused}
      />
      {isSearching ? (
        <Results term={term} kind={kind} offline={offline} status={status} />
      ) : (
        <>
          <OnDevice />
          <RecentSearches recent={recent} onTerm={onTerm} />
          {discover}
        </>
      )}
    </div>
  );
}

function OnDevice() {
  const onDevice = useOnDevice();
  return (
    <p className={styles.note}>
      <StorageIcon size="s" />
      <span>{onDevice && searchCopy.stored(onDevice.posts, onDevice.members)}</span>
    </p>
  );
}

interface ResultsProps extends Pick<SearchPageProps, 'term' | 'kind' | 'offline' | 'status'> {}

function Results(props: ResultsProps) {
  const index = useSearchIndex();
  if (index === 'failed') return <p className={styles.note}>{searchCopy.failed}</p>;
  if (index === 'opening') return <output className={styles.note}>{searchCopy.indexing}</output>;
  return <AllFound {...props} isBuilding={index === 'building'} />;
}

/** Of each kind, in the view of all kinds. */
const FIRST = 5;

const isNothing = (found: Pick<Found, 'posts' | 'comments' | 'members' | 'tags'>): boolean =>
  [found.posts, found.comments, found.members, found.tags].every((list) => list.length === 0);

function AllFound({ term, kind, offline, status, isBuilding }: ResultsProps & { isBuilding: boolean }) {
  const [shown, setShown] = useState({ term, kind, count: PAGE });
  const count = shown.term === term && shown.kind === kind ? shown.count : PAGE;
  const { here: found, server } = useSearch({ term, count, isBuilding, offline });
  const words = wordsOf(term);
  const isHere = !isNothing(found) || found.messages.length > 0;
  const isDone = found.ready && server.state !== 'searching' && !isBuilding;
  if (isDone && !isHere && isNothing(server) && server.state !== 'failed') {
    const notAsked = offline ? searchCopy.offlineText : searchCopy.shortText;
    const text = server.state === 'found' ? searchCopy.noneText : notAsked;
    return <EmptyState drawing={<FreshTarget />} title={searchCopy.none(term.trim())} text={text} />;
  }
  const left = kind ? (found.counts?.[kind] ?? 0) - found[kind].length : 0;
  return (
    <>
      <Tabs term={term} chosen={kind} counts={found.counts} />
      {offline && (
        <p className={styles.note}>
          <StorageIcon size="s" />
          <span>
            <b>{status}</b> {searchCopy.foundHere}
          </span>
        </p>
      )}
      {isBuilding && <output className={styles.note}>{searchCopy.indexing}</output>}
      <FoundHere found={found} words={words} kind={kind} term={term} />
      {kind && found.ready && found[kind].length === 0 && <p className={styles.note}>{searchCopy.noneOfKind}</p>}
      {kind && left > 0 && found[kind].length >= count && (
        <p className={styles.note}>
          <span>{searchCopy.more(countText(left))}</span>
          <button type="button" className={styles.more} onClick={() => setShown({ term, kind, count: count + PAGE })}>
            {searchCopy.showMore}
          </button>
        </p>
      )}
      {isHere && !offline && <p className={styles.note}>{searchCopy.onDevice}</p>}
      {found.ready && kind !== 'messages' && <OnServer found={server} words={words} kind={kind} />}
    </>
  );
}

interface TabsProps {
  term: string;
  chosen: Kind | undefined;
  counts: Found['counts'];
}

/** The kinds of results, with how many of each are on this device. */
function Tabs({ term, chosen, counts }: TabsProps) {
  const shown = KINDS.filter((kind) => kind !== 'messages' || counts?.messages);
  return (
    <nav className={styles.tabs} aria-label={searchCopy.kinds}>
      {[undefined, ...shown].map((kind) => (
        <Link
          key={kind ?? ''}
          to="/search"
          search={{ q: term, kind }}
          replace
          resetScroll={false}
          aria-current={kind === chosen ? 'page' : undefined}
          className={styles.tab}
        >
          {kind ? searchCopy.tabs[kind] : searchCopy.all} {kind && counts && <small>{countText(counts[kind])}</small>}
        </Link>
      ))}
    </nav>
  );
}

/** Clearly apart from what is on the device: opening one of these needs the network. */
function OnServer({ found, words, kind }: { found: FoundOnServer; words: readonly string[]; kind: Kind | undefined }) {
  const { state, ...lists } = found;
  if (state === 'off') return null;
  const shown = kind && kind !== 'messages' ? [lists[kind]] : Object.values(lists);
  const count = shown.reduce((sum, list) => sum + list.length, 0);
  return (
    <section aria-label={searchCopy.server}>
      <div className={styles.heading} data-apart>
        <h2>
          <CloudIcon size="s" />
          {searchCopy.server}
        </h2>
        {count > 0 && <span className={styles.end}>{searchCopy.more(String(count))}</span>}
      </div>
      <Texts found={found} words={words} kind={kind} />
      <Names found={found} words={words} kind={kind} />
      <output className={styles.note}>
        {state === 'searching' && searchCopy.searchingServer}
        {state === 'failed' && searchCopy.serverFailed}
        {state === 'found' && count === 0 && searchCopy.nothingOnServer}
      </output>
    </section>
  );
}

function FoundHere({ found, words, kind, term }: PartProps & { found: Found; term: string }) {
  const most = kind ? undefined : FIRST;
  const all = (one: Kind) => {
    const count = found.counts?.[one] ?? 0;
    if (kind || count <= FIRST) return null;
    return (
      <Link to="/search" search={{ q: term, kind: one }} replace className={styles.all}>
        {one === 'members' || one === 'tags'
          ? searchCopy.allNames[one](countText(count))
          : searchCopy.allOf(countText(count))}
      </Link>
    );
  };
  const parts = { found, words, kind, most, all };
  return (
    <>
      <Texts {...parts} />
      <Names {...parts} />
      <Messages {...parts} />
    </>
  );
}
