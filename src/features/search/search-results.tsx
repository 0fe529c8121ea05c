import { AtName } from '#ui/at-name.tsx';
import { Link } from '#ui/link.tsx';
import type { ReactNode } from 'react';
import type { Author } from '#contract/author.ts';
import { postsCopy } from '#copy/posts.ts';
import { searchCopy } from '#copy/search.ts';
import { AuthorAvatar } from '#features/author/author.tsx';
import { AvatarMark } from '#ui/avatar-mark.tsx';
import { entryProps } from '#ui/entry.ts';
import foundStyles from '#ui/found.module.css';
import { MailIcon } from '#ui/icons/icons.tsx';
import { LogTime } from '#ui/log-time.tsx';
import { RankRing } from '#ui/rank-ring.tsx';
import { useMedia, WIDE } from '#ui/use-media.ts';
import { Quotes } from '#ui/quotes.tsx';
import type { Kind } from './kinds.ts';
import type { Found, FoundText } from './queries.ts';
import styles from './search-page.module.css';
import { excerpt, markWords } from './words.ts';

export interface PartProps {
  words: readonly string[];
  kind: Kind | undefined;
  all?: (kind: Kind) => ReactNode;
  /** Of each kind; undefined: all. */
  most?: number | undefined;
}

export function Texts({ found, words, kind, all, most }: PartProps & { found: Pick<Found, 'posts' | 'comments'> }) {
  return (
    <>
      {(!kind || kind === 'posts') && (
        <Section title={searchCopy.posts} end={all?.('posts')}>
          {found.posts.slice(0, most).map((post) => (
            <Link
              key={post.id}
              to="/posts/$postId"
              params={{ postId: post.id }}
              {...entryProps(styles.row)}
              draggable={false}
              data-result
            >
              <TextResult found={post} words={words} />
            </Link>
          ))}
        </Section>
      )}
      {(!kind || kind === 'comments') && (
        <Section title={searchCopy.comments} end={all?.('comments')}>
          {found.comments.slice(0, most).map((comment) => (
            <Link
              key={comment.id}
              to="/posts/$postId"
              params={{ postId: comment.postId }}
              search={{ commentId: comment.id }}
              {...entryProps(styles.row)}
              draggable={false}
              data-result
            >
              <TextResult
                found={{ ...comment, title: null }}
                words={words}
                about={searchCopy.onPost(excerpt(comment.title ?? '', []))}
              />
            </Link>
          ))}
        </Section>
      )}
    </>
  );
}

export function Names({ found, words, kind, all, most }: PartProps & { found: Pick<Found, 'members' | 'tags'> }) {
  const members = !kind || kind === 'members' ? found.members.slice(0, most) : [];
  const tags = !kind || kind === 'tags' ? found.tags.slice(0, most) : [];
  const end = (
    <>
      {all?.('members')}
      {all?.('tags')}
    </>
  );
  return (
    <Section title={kind === undefined ? searchCopy.names : searchCopy.tabs[kind]} end={end}>
      {[
        ...members.map(({ id, author, place }) => (
          <Link
            key={id}
            to="/user/$username"
            params={{ username: author.username }}
            {...entryProps(styles.row)}
            draggable={false}
            data-result
          >
            <span className={styles.margin}>
              <AuthorAvatar author={author} size="s" />
            </span>
            <span className={styles.name}>
              <b>
                @<Marked text={author.username} words={words} />
              </b>
              <Rank author={author} />
              {place && <bdi className={styles.about}>{place}</bdi>}
            </span>
          </Link>
        )),
        ...tags.map(({ id, tag, post_count: count }) => (
          <Link key={id} to="/tags/$tag" params={{ tag }} {...entryProps(styles.row)} draggable={false} data-result>
            <span className={styles.margin}>
              <span className={styles.sign} aria-hidden="true">
                #
              </span>
            </span>
            <span className={styles.name}>
              <b>
                #<Marked text={tag} words={words} />
              </b>
              <span className={styles.end}>{searchCopy.postCount(count)}</span>
            </span>
          </Link>
        )),
      ]}
    </Section>
  );
}

/** The messages that were found; only this device searches them. */
export function Messages({ found, words, kind, all, most }: PartProps & { found: Pick<Found, 'messages'> }) {
  if (kind && kind !== 'messages') return null;
  return (
    <Section title={searchCopy.messages} end={all?.('messages')}>
      {found.messages.slice(0, most).map((message) => (
        <Link
          key={message.id}
          to="/messages/$userId"
          params={{ userId: message.userId }}
          {...entryProps(styles.row)}
          draggable={false}
          data-result
        >
          <TextResult
            found={message}
            words={words}
            isMessage
            about={message.isMine ? searchCopy.fromYou(message.author.username) : searchCopy.toYou}
          />
        </Link>
      ))}
    </Section>
  );
}

function Section({ title, end, children }: { title: string; end?: ReactNode; children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section>
      <div className={styles.heading}>
        <h2>{title}</h2>
        {end}
      </div>
      {children}
    </section>
  );
}

const Rank = ({ author }: { author: Author }) => (
  <RankRing rank={author.rank} label={postsCopy.ranks[author.rank] ?? postsCopy.ranks[0]} />
);

interface TextResultProps {
  found: FoundText;
  words: readonly string[];
  about?: string;
  isMessage?: boolean;
}

function TextResult({ found, words, about, isMessage = false }: TextResultProps) {
  const wide = useMedia(WIDE);
  const { author, title, text, created_at } = found;
  const time = created_at && <LogTime iso={created_at} />;
  return (
    <>
      <span className={styles.margin}>
        <span className={styles.picture}>
          <AuthorAvatar author={author} />
          {isMessage && <AvatarMark icon={MailIcon} />}
        </span>
        {!wide && time}
      </span>
      <span className={styles.words}>
        <span className={styles.about}>
          {!found.isMine && (
            <>
              <b>
                <AtName name={author.username} />
              </b>{' '}
              <Rank author={author} />{' '}
            </>
          )}
          {about && <Quotes text={about} />} {wide && time}
        </span>
        {title && (
          <span className={styles.title} dir="auto">
            <Marked text={excerpt(title, words)} words={words} />
          </span>
        )}
        {text && (
          <span data-quiet={title !== null} dir="auto">
            <Marked text={excerpt(text, words)} words={words} />
          </span>
        )}
      </span>
    </>
  );
}

/** The text, with the words that were searched for. */
function Marked({ text, words }: { text: string; words: readonly string[] }) {
  return markWords(text, words).map((part, at) =>
    part.isFound ? (
      // oxlint-disable-next-line react/no-array-index-key -- parts of one text in their order
      <mark key={at} className={foundStyles.found}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}
