import { Link } from '#ui/link.tsx';
import { Boards } from '#features/boards/boards.tsx';
import { useMemberCount } from '#features/boards/queries.ts';
import { Donation } from '#features/merch/donation.tsx';
import { searchCopy } from '#copy/search.ts';
import { titlesCopy } from '#copy/titles.ts';
import { SettingsIcon, UsersIcon } from '#ui/icons/icons.tsx';
import { ChevronRightIcon } from '#ui/icons/more-icons.tsx';
import styles from './discover.module.css';
import { donateUrl } from './links.ts';

/** The search page without a term: what the sidebar has on wide screens, for phones. */
export function Discover() {
  const count = useMemberCount();
  return (
    <div className={styles.discover}>
      <div className={styles.boards}>
        <Boards />
      </div>
      <nav aria-label={titlesCopy.search} className={styles.links}>
        <Link to="/members" className={styles.link}>
          <UsersIcon />
          <span>
            <b>{searchCopy.membersLink}</b>
            <small>{searchCopy.membersText(count)}</small>
          </span>
          <ChevronRightIcon size="s" />
        </Link>
        <Link to="/settings" className={styles.link}>
          <SettingsIcon />
          <span>
            <b>{titlesCopy.settings}</b>
            <small>{searchCopy.settingsText}</small>
          </span>
          <ChevronRightIcon size="s" />
        </Link>
      </nav>
      <div className={styles.boards}>
        <Donation donateUrl={donateUrl()} />
      </div>
    </div>
  );
}
