import { searchCopy } from '#copy/search.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { ClockIcon, CloseIcon } from '#ui/icons/icons.tsx';
import type { RecentSearches as Recent } from './recent-queries.ts';
import styles from './search-page.module.css';

/** The terms that were searched for last, each to be searched again or forgotten. */
export function RecentSearches({ recent, onTerm }: { recent: Recent; onTerm: (term: string) => void }) {
  if (recent.terms.length === 0) return null;
  return (
    <section className={styles.recent} aria-labelledby="recent-searches">
      <h2 id="recent-searches">{searchCopy.recent}</h2>
      <ul>
        {recent.terms.map((term) => (
          <li key={term}>
            <button type="button" className={styles.again} onClick={() => onTerm(term)}>
              <ClockIcon />
              <span>{term}</span>
            </button>
            <IconButton label={searchCopy.forget(term)} onClick={() => recent.forget(term)} quiet>
              <CloseIcon />
            </IconButton>
          </li>
        ))}
      </ul>
      <p>{searchCopy.keptHere}</p>
    </section>
  );
}
