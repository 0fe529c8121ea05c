import { Link } from '#ui/link.tsx';
import { later } from '#ui/later.tsx';
import { Mark } from './mark.tsx';
import styles from './rich-text.module.css';
import { tokenize } from './tokens.ts';

const Typed = ({ text }: { text: string }) => text;
const LaterDrawnMark = later(async () => (await import('./drawn-mark.tsx')).DrawnMark, Typed);
const LaterMention = later(async () => (await import('./mention.tsx')).Mention, Mark);

/**
 * A member's text, as text nodes only, so never markup. Links open new tabs; mentions of known members and tags are
 * links. `inline`: within a heading with `dir="auto"`.
 */
export function RichText({ text, inline = false }: { text: string; inline?: boolean }) {
  const Tag = inline ? 'span' : 'p';
  return (
    <Tag className={styles.text} dir={inline ? undefined : 'auto'}>
      {tokenize(text).map((token) => {
        switch (token.kind) {
          case 'link':
            return (
              <a
                key={token.at}
                // Letters that run from right to left must not move the host.
                dir="ltr"
                href={token.href}
                target="_blank"
                rel="noopener noreferrer nofollow ugc"
              >
                {token.shown}
              </a>
            );
          case 'drawn':
            return <LaterDrawnMark key={token.at} text={token.text} />;
          case 'mention':
            return <LaterMention key={token.at} text={token.text} />;
          case 'hashtag':
            return (
              <Link key={token.at} to="/tags/$tag" params={{ tag: token.tag }} className={styles.mark}>
                {token.text}
              </Link>
            );
          case 'text':
            return token.text;
        }
      })}
    </Tag>
  );
}
