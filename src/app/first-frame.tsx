import { shellCopy } from '#copy/shell.ts';
import { syncCopy } from '#copy/sync.ts';
import tabs from '#features/feed/feed-tabs.module.css';
import { cx } from '#ui/class-names.ts';
import { Flag } from '#ui/flag.tsx';
import { EntrySkeleton } from '#ui/skeleton.tsx';
import dock from './dock.module.css';
import { FirstAd, FirstEntry } from './first-entry.tsx';
import shell from './shell.module.css';
import nav from './side-nav.module.css';
import bar from './top-bar.module.css';

/** More than any screen shows at once. */
const ENTRIES = 12;

/**
 * What index.html shows before the code: bars and, on the feed, placeholders, in the real components' initial styles.
 * The build inserts it (scripts/build/first-frame.ts), public/head.js selects parts. Inert.
 */
export function FirstFrame() {
  return (
    <div className="first-frame" aria-hidden="true" inert>
      <div className={shell.app}>
        <div className={nav.nav}>
          <div className={nav.logo}>
            <Flag up={false} className={nav.flag} />
            <div>
              <b>{shellCopy.name}</b>
              <small>{syncCopy.opening}</small>
            </div>
          </div>
        </div>
        <div className={cx(dock.dock, 'first-frame-feed')}>
          <ul />
        </div>
        <div className={shell.main}>
          <div className="first-frame-feed">
            <div className={bar.bar}>
              <Flag up={false} className={bar.flag} />
              <div className={bar.brand}>
                <b>{shellCopy.name}</b>
                <span className={bar.status}>{syncCopy.opening}</span>
              </div>
            </div>
            <div className={cx(tabs.tabs, 'first-frame-tabs')} />
            <div className="first-frame-entries">
              <template>
                <FirstEntry />
                <FirstAd />
              </template>
              <EntrySkeleton entries={ENTRIES} />
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}
