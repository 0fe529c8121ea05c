import styles from './rich-text.module.css';
import { tokenize } from './tokens.ts';

/**
 * A member's text: line breaks kept, addresses open in a new tab. It is only ever put in as text nodes, so nothing in it can
 * become markup. Mentions and hashtags are marked; they turn into links together with the pages they lead to.
 */
export function RichText({ text }: { text: string }) {
  return (
    <p className={styles.text} dir="auto">
      {tokenize(text).map((token) => {
        switch (token.kind) {
          case 'link':
            return (
              <a
                key={token.at}
                className={styles.link}
                // Letters that run from right to left must not move the host.
                dir="ltr"
                href={token.href}
                target="_blank"
                rel="noopener noreferrer nofollow ugc"
              >
                {token.shown}
              </a>
            );
          case 'mention':
          case 'hashtag':
            return (
              <span key={token.at} className={styles.mark}>
                {token.text}
              </span>
            );
          case 'text':
            return token.text;
        }
      })}
    </p>
  );
}
