import { useState } from 'react';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { BareFrame, FlagFlying } from '#ui/drawings.tsx';
import { EarMuffs, FlagLow, FreshTarget, TwoMugs } from '#ui/quiet-drawings.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBoundary } from '#ui/error-boundary.tsx';
import { AlertIcon, ClockIcon } from '#ui/icons/icons.tsx';
import { StorageIcon } from '#ui/icons/more-icons.tsx';
import { Progress } from '#ui/progress.tsx';
import { EntrySkeleton, LineSkeleton } from '#ui/skeleton.tsx';
import { Part } from './part.tsx';
import styles from './sheet.module.css';

function Breaks({ now }: { now: boolean }) {
  if (now) throw new Error('A component that fails');
  return <p>Rendered again.</p>;
}

export function Notices() {
  const [broken, setBroken] = useState(false);
  return (
    <>
      <Part title="Empty">
        <div className={styles.wide}>
          <EmptyState
            drawing={<FreshTarget />}
            title="No posts to show yet."
            text="Be the first to post."
            action={
              <Button kind="make" size="s">
                New post
              </Button>
            }
          />
          <EmptyState drawing={<TwoMugs />} title="No messages yet." text="Say hello from any profile." />
          <EmptyState
            drawing={<EarMuffs />}
            title="You have no notifications."
            text="Comments, mentions and friend requests appear here."
          />
          <EmptyState drawing={<FlagLow />} title="Nothing waiting." text="Everything you wrote has been sent." />
          <EmptyState
            drawing={<BareFrame />}
            title="Post not found or has been deleted."
            text="If you wrote it, the text may still be in your outbox."
          />
          <EmptyState
            drawing={<FlagFlying />}
            title="Not on this device yet."
            text="It loads when you are online."
            action={
              <Button kind="outline" size="s">
                Try again
              </Button>
            }
          />
        </div>
      </Part>
      <Part title="Banners">
        <div className={styles.wide}>
          <Banner
            title="Storage is almost full."
            icon={<StorageIcon />}
            action={
              <Button kind="outline" size="s">
                Clear old photos
              </Button>
            }
          >
            18 MB left. Nothing you wrote is deleted.
          </Banner>
          <Banner tone="unsent" icon={<ClockIcon />} title="You are offline.">
            What you write is saved and sent automatically.
          </Banner>
          <Banner tone="stop" icon={<AlertIcon />} title="Log in again.">
            What you wrote is saved here and is sent after you log in again.
          </Banner>
          <ErrorBoundary>
            <Breaks now={broken} />
          </ErrorBoundary>
          <Button kind="text" onClick={() => setBroken(!broken)}>
            Cause an error
          </Button>
        </div>
      </Part>
      <Part title="Progress and skeleton">
        <div className={styles.stack}>
          <Progress label="Best steel day this year" value={0.67} note="9.1 of 13.6 MB" />
          <Progress label="Reading" value={null} note="Reading the photo…" />
          <LineSkeleton lines={3} />
        </div>
        <div className={styles.wide}>
          <EntrySkeleton entries={2} />
        </div>
      </Part>
    </>
  );
}
