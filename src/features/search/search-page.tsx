import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { searchCopy } from '#copy/search.ts';
import { AuthorAvatar } from '#features/author/author.tsx';
import { ReplicaGate } from '#features/replica/replica-gate.tsx';
import { FreshTarget } from '#ui/quiet-drawings.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LogTime } from '#ui/log-time.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { Marked } from './marked.tsx';
import { type Found, type FoundOnServer, type FoundText, useSearch, useSearchIndex } from './queries.ts';
import styles from './search-page.module.css';
import { excerpt, matchOf, wordsOf } from './words.ts';

interface SearchPageProps {
  term: string;
  onTerm: (term: string) => void;
  /** Shown without a term. */
  discover: ReactNode;
  /** The server cannot be reached. */
  offline: boolean;
}

/** Searches what is on this device, as one types, and then the server. */
export function SearchPage({ term, onTerm, discover, offline }: SearchPageProps) {
  return (
    <div className={styles.page}>
      <SearchBox
        value={term}
        onChange={onTerm}
        label={searchCopy.placeholder}
        clearLabel={searchCopy.clear}
        maxLength={100}
        isFocused
      />
      {matchOf(term) === '' ? (
        discover
      ) : (
        <ReplicaGate fallback={<output className={styles.note}>{searchCopy.indexing}</output>}>
          <Results term={term} offline={offline} />
        </ReplicaGate>
      )}
    </div>
  );
}

interface ResultsProps {
  term: string;
  offline: boolean;
}

function Results({ term, offline }: ResultsProps) {
  const index = useSearchIndex();
  if (index === 'failed') return <p className={styles.note}>{searchCopy.failed}</p>;
  if (index === 'building') return <output className={styles.note}>{searchCopy.indexing}</output>;
  return <AllFound term={term} offline={offline} />;
}

const isNothing = ({ posts, comments, messages, members, tags }: Found): boolean =>
  [posts, comments, messages, members, tags].every((list) => list.length === 0);

function AllFound({ term, offline }: ResultsProps) {
  const { here: found, server } = useSearch(term, offline);
  const words = wordsOf(term);
  const isHere = !isNothing(found);
  const isDone = found.ready && server.state !== 'searching';
  const isNowhere = !isHere && server.posts.length === 0 && server.comments.length === 0;
  if (isDone && isNowhere && server.state !== 'failed') {
    const notAsked = offline ? searchCopy.offlineText : searchCopy.shortText;
    const text = server.state === 'found' ? searchCopy.noneText : notAsked;
    return <EmptyState drawing={<FreshTarget />} title={searchCopy.none(term.trim())} text={text} />;
  }
  return (
    <>
      {isHere && <FoundHere found={found} words={words} />}
      {found.ready && <OnServer found={server} words={words} />}
    </>
  );
}

/** Clearly apart from what is on the device: opening one of these needs the network. */
function OnServer({ found, words }: { found: FoundOnServer; words: readonly string[] }) {
  const { state, posts, comments } = found;
  if (state === 'off') return null;
  return (
    <section aria-label={searchCopy.server}>
      <h2 className={styles.apart}>{searchCopy.server}</h2>
      <Texts posts={posts} comments={comments} words={words} />
      <output className={styles.note}>
        {state === 'searching' && searchCopy.searchingServer}
        {state === 'failed' && searchCopy.serverFailed}
        {state === 'found' && posts.length + comments.length === 0 && searchCopy.nothingOnServer}
      </output>
    </section>
  );
}

interface TextsProps extends Pick<Found, 'posts' | 'comments'> {
  words: readonly string[];
}

function Texts({ posts, comments, words }: TextsProps) {
  return (
    <>
      <Section title={searchCopy.posts}>
        {posts.map((post) => (
          <Link key={post.id} to="/posts/$postId" params={{ postId: post.id }} className={styles.row}>
            <TextResult found={post} words={words} />
          </Link>
        ))}
      </Section>
      <Section title={searchCopy.comments}>
        {comments.map((comment) => (
          <Link
            key={comment.id}
            to="/posts/$postId"
            params={{ postId: comment.postId }}
            search={{ commentId: comment.id }}
            className={styles.row}
          >
            <TextResult
              found={{ ...comment, title: null }}
              words={words}
              about={searchCopy.onPost(excerpt(comment.title ?? '', []))}
            />
          </Link>
        ))}
      </Section>
    </>
  );
}

function FoundHere({ found, words }: { found: Found; words: readonly string[] }) {
  return (
    <>
      <Texts posts={found.posts} comments={found.comments} words={words} />
      <Section title={searchCopy.members}>
        {found.members.map(({ id, author }) => (
          <Link key={id} to="/user/$username" params={{ username: author.username }} className={styles.row}>
            <AuthorAvatar author={author} />
            <span className={styles.words}>
              <b>
                @<Marked text={author.username} words={words} />
              </b>
            </span>
          </Link>
        ))}
      </Section>
      <Section title={searchCopy.tags}>
        {found.tags.map(({ id, tag, post_count: count }) => (
          <Link key={id} to="/tags/$tag" params={{ tag }} className={styles.row}>
            <span className={styles.sign} aria-hidden="true">
              #
            </span>
            <span className={styles.words}>
              <b>
                #<Marked text={tag} words={words} />
              </b>
            </span>
            <span className={styles.end}>{searchCopy.postCount(count)}</span>
          </Link>
        ))}
      </Section>
      <Section title={searchCopy.messages}>
        {found.messages.map((message) => (
          <Link key={message.id} to="/messages/$userId" params={{ userId: message.userId }} className={styles.row}>
            <TextResult
              found={message}
              words={words}
              about={message.isMine ? searchCopy.fromYou(message.author.username) : searchCopy.toYou}
            />
          </Link>
        ))}
      </Section>
      <p className={styles.note}>{searchCopy.onDevice}</p>
    </>
  );
}

function Section({ title, children }: { title: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section>
      <h2 className={styles.heading}>{title}</h2>
      {children}
    </section>
  );
}

function TextResult({ found, words, about }: { found: FoundText; words: readonly string[]; about?: string }) {
  const { author, title, text, created_at } = found;
  return (
    <>
      <AuthorAvatar author={author} />
      <span className={styles.words}>
        <span className={styles.about}>
          {!found.isMine && <b>@{author.username}</b>} {about}
        </span>
        {title && (
          <span className={styles.title}>
            <Marked text={excerpt(title, words)} words={words} />
          </span>
        )}
        {text && (
          <span>
            <Marked text={excerpt(text, words)} words={words} />
          </span>
        )}
      </span>
      {created_at && (
        <span className={styles.end}>
          <LogTime iso={created_at} />
        </span>
      )}
    </>
  );
}
