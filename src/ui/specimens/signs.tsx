import { Avatar } from '#ui/avatar.tsx';
import { RankedAvatar } from '#ui/portrait-rings.tsx';
import { Badge, CountBadge } from '#ui/badge.tsx';
import { Row } from '#ui/card.tsx';
import { Flag } from '#ui/flag.tsx';
import { ClockIcon } from '#ui/icons/icons.tsx';
import { BadgeIcon, HeartIcon } from '#ui/icons/more-icons.tsx';
import { Pill } from '#ui/pill.tsx';
import { RankRing } from '#ui/rank-ring.tsx';
import { Stamp } from '#ui/stamp.tsx';
import { Part } from './part.tsx';
import styles from './sheet.module.css';

const RANKS = ['Fresh Mag', 'Rookie', 'Operator', 'Sharpshooter', 'Veteran'];

export function Signs() {
  return (
    <>
      <Part title="The flag: one place, two states">
        {[true, false].map((up) => (
          <div key={String(up)} className={styles.brand}>
            <Flag up={up} />
            <span>
              <b>Rangeday</b>
              <small>{up ? 'Offline · updated 14:05' : 'Online · updated 16:14'}</small>
            </span>
            <Flag up={up} className={styles.big} />
          </div>
        ))}
      </Part>
      <Part title="Stamps: colour, shape, icon, word">
        <div className={styles.row}>
          <Stamp state="queued" label="Queued 14:12" />
          <Stamp state="sending" label="Sending 67%" />
          <Stamp state="sent" label="Sent 16:13" />
          <Stamp state="refused" label="Not sent" />
        </div>
        <div className={styles.row}>
          <Stamp quiet state="queued" label="Queued" />
          <Stamp quiet state="sending" label="Sending" />
          <Stamp quiet state="sent" label="Sent" />
          <Stamp quiet state="refused" label="Not sent" />
        </div>
      </Part>
      <Part title="Ranks: rings fill from the outside in">
        <div className={styles.row}>
          {RANKS.map((label, rank) => (
            <span key={label} className={styles.rank}>
              <RankRing rank={rank} label={label} />
              <span aria-hidden="true">{label}</span>
            </span>
          ))}
        </div>
        <div className={styles.row}>
          {RANKS.map((label, rank) => (
            <RankedAvatar key={label} size="xl" rank={rank} name={label} src={rank === 2 ? '/seed/av1.webp' : null} />
          ))}
        </div>
      </Part>
      <Part title="Badges, pills, rows">
        <div className={styles.row}>
          <Badge icon={<BadgeIcon size="s" />}>Range officer</Badge>
          <Badge icon={<HeartIcon size="s" />}>Supporter</Badge>
          <Badge>admin</Badge>
          <CountBadge count={2} />
          <CountBadge count={128} />
          <CountBadge kind="waiting" count={3} label="3 waiting" />
        </div>
        <div className={styles.row}>
          <Pill on>Posts</Pill>
          <Pill on={false}>Members</Pill>
          <Pill disabled>Messages</Pill>
          <Pill kind="solid">4 new</Pill>
        </div>
        <Row
          start={<Avatar name="benchrest_bo" src={null} />}
          title="@benchrest_bo"
          note="Wants to be friends"
          end={<ClockIcon />}
        />
        <Row
          start={<Avatar size="l" name="a" src="/seed/av2.webp" />}
          title="@a-very-long-name.that_goes-on.and_on-until.it_wraps"
          note="Veteran · Dayton"
        />
      </Part>
    </>
  );
}
