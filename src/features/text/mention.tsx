import { Link } from '#ui/link.tsx';
import { useEffect } from 'react';
import { useStore } from '#lib/use-store.ts';
import { Mark } from './mark.tsx';
import styles from './rich-text.module.css';
import { askFor, knownNames } from './names-queries.ts';
import { candidatesOf, resolveMention } from './names.ts';

/** A mention as a link to the member's page, if the member is known to exist. */
export function Mention({ text }: { text: string }) {
  const names = useStore(knownNames);
  useEffect(() => askFor(candidatesOf(text)), [text]);
  const found = resolveMention(text, names);
  if (!found) return <Mark text={text} />;
  return (
    <>
      <Link to="/user/$username" params={{ username: found.username }} className={styles.mark} data-mention>
        {found.text}
      </Link>
      {text.slice(found.text.length)}
    </>
  );
}
