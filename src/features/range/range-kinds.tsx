import type { ReactNode } from 'react';
import { rangeCopy } from '#copy/range.ts';
import { formatBytes } from '#features/outbox/format.ts';
import { entryProps } from '#ui/entry.ts';
import { BellIcon, CheckIcon, FeedIcon, MailIcon, UsersIcon, UserIcon } from '#ui/icons/icons.tsx';
import { ImagesIcon } from '#ui/icons/more-icons.tsx';
import { LogTime } from '#ui/log-time.tsx';
import { Progress } from '#ui/progress.tsx';
import { useMedia, WIDE } from '#ui/use-media.ts';
import type { Holdings, Packing } from './queries.ts';
import lineStyles from '#ui/sized-lines.module.css';
import styles from './range-page.module.css';

interface Line {
  kind: keyof typeof rangeCopy.kinds;
  icon: ReactNode;
  note: string;
  bytes: number;
  isMembersOnly: boolean;
}

function linesOf({ kinds, pictures }: Holdings): Line[] {
  const { feed, friends, messages, notifications, members } = kinds;
  return [
    {
      kind: 'feed',
      icon: <FeedIcon />,
      note: rangeCopy.feed(feed.count, feed.whole, feed.more),
      bytes: feed.bytes,
      isMembersOnly: false,
    },
    {
      kind: 'friends',
      icon: <UsersIcon />,
      note: rangeCopy.friends(friends.count, friends.more, friends.whole),
      bytes: friends.bytes,
      isMembersOnly: true,
    },
    {
      kind: 'photos',
      icon: <ImagesIcon />,
      note: rangeCopy.photos(pictures.here, pictures.count),
      bytes: pictures.bytes - pictures.missing,
      isMembersOnly: false,
    },
    {
      kind: 'messages',
      icon: <MailIcon />,
      note: rangeCopy.messages(messages.count, messages.more),
      bytes: messages.bytes,
      isMembersOnly: true,
    },
    {
      kind: 'notifications',
      icon: <BellIcon />,
      note: rangeCopy.notifications(notifications.count, notifications.more),
      bytes: notifications.bytes,
      isMembersOnly: true,
    },
    {
      kind: 'members',
      icon: <UserIcon />,
      note: rangeCopy.members(members.count, members.more),
      bytes: members.bytes,
      isMembersOnly: false,
    },
  ];
}

interface RangeKindsProps {
  holdings: Holdings;
  packing: Packing | null;
  /** The last sync: how old the rows are. Null if there was none. */
  updatedAt: Date | null;
}

/** A line for each kind: how old it is, how much there is, and its size. */
export function RangeKinds({ holdings, packing, updatedAt }: RangeKindsProps) {
  const { packed, isGuest, pictures } = holdings;
  // The margin has no room for a long date.
  const isWide = useMedia(WIDE);
  const isPackingPhotos = packing?.step === 'pictures';
  return (
    <ul aria-label={rangeCopy.list}>
      {linesOf(holdings)
        .filter(({ isMembersOnly }) => !isGuest || !isMembersOnly)
        .map(({ kind, icon, note, bytes }) => {
          const isPhotos = kind === 'photos';
          const from = isPhotos ? (packed.at === null ? null : new Date(packed.at)) : updatedAt;
          const isHere = isPhotos ? pictures.here === pictures.count && pictures.count > 0 : bytes > 0;
          const isRunning = isPhotos && isPackingPhotos;
          return (
            <li key={kind} {...entryProps(lineStyles.line)}>
              <span className={styles.margin}>
                {icon}
                {from && !isWide && <LogTime iso={from.toISOString()} />}
              </span>
              <div className={lineStyles.words}>
                <p>{rangeCopy.kinds[kind]}</p>
                <small>{isRunning ? rangeCopy.photos(packing.done, packing.count) : note}</small>
                {from && isWide && (
                  <small>
                    <LogTime iso={from.toISOString()} />
                  </small>
                )}
                {isRunning && (
                  <Progress
                    label={rangeCopy.kinds.photos}
                    value={packing.count === 0 ? null : packing.done / packing.count}
                  />
                )}
              </div>
              <span className={lineStyles.size} data-here={isHere && !isRunning}>
                {isHere && !isRunning && <CheckIcon size="s" />}
                {formatBytes(isRunning ? packing.bytes : bytes)}
              </span>
            </li>
          );
        })}
    </ul>
  );
}
