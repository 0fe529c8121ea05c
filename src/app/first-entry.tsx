import { postsCopy } from '#copy/posts.ts';
import author from '#features/author/author.module.css';
import ad from '#features/feed/ad-slot.module.css';
import styles from '#features/feed/feed-entry.module.css';
import log from '#features/feed/log-entry.module.css';
import grid from '#features/photos/photo-grid.module.css';
import rich from '#features/text/rich-text.module.css';
import votes from '#features/votes/vote-buttons.module.css';
import avatar from '#ui/avatar.module.css';
import { cx } from '#ui/class-names.ts';
import { entryProps } from '#ui/entry.ts';
import { CommentIcon, VoteDownIcon, VoteIcon } from '#ui/icons/icons.tsx';
import photo from '#ui/photo.module.css';
import { RankRing } from '#ui/rank-ring.tsx';

const RANKS = [0, 1, 2, 3, 4];

/** The pattern from which public/first-posts.js draws a first visit's posts: FeedEntry with `data-slot`. Inert. */
export function FirstEntry() {
  return (
    <article {...entryProps(log.entry)}>
      <div className={log.margin}>
        <span className={avatar.avatar} data-size="m" data-slot="avatar" />
        <span data-slot="pinned">{postsCopy.pinned}</span>
        <time data-slot="short" />
      </div>
      <div className={log.column}>
        <div className={styles.by}>
          <span className={author.link}>
            <b>
              <bdi data-slot="name" />
            </b>
          </span>
          {RANKS.map((rank) => (
            <RankRing key={rank} rank={rank} label="" />
          ))}
          <span className={styles.meta} data-slot="by">
            <time data-slot="long" />
          </span>
        </div>
        {/* oxlint-disable-next-line jsx-a11y/heading-has-content -- the script writes it, and nothing here is announced */}
        <h2 className={styles.title} dir="auto" data-slot="title" />
        <div className={styles.text} data-covered="true" data-slot="text">
          <p className={rich.text} dir="auto" data-slot="words">
            <span className={rich.mark} data-slot="mark" />
          </p>
        </div>
        <div className={styles.print} data-slot="pictures">
          <div className={grid.row} data-slot="row">
            <span className={cx(photo.photo, grid.photo)} data-phase="coming" data-slot="picture">
              <svg className={photo.box} />
              <img className={photo.preview} alt="" />
            </span>
          </div>
        </div>
        <div className={styles.counts}>
          <fieldset className={votes.votes}>
            <span className={votes.button}>
              <VoteIcon />
            </span>
            <b className={votes.score} data-slot="score" />
            <span className={votes.button}>
              <VoteDownIcon />
            </span>
          </fieldset>
          <span className={styles.talk}>
            <CommentIcon />
            <span data-slot="comments" />
          </span>
        </div>
      </div>
    </article>
  );
}

/** The same of an ad's slot: AdFrame's elements. */
export const FirstAd = () => (
  <div {...entryProps(cx(log.entry, ad.ad))}>
    <div className={cx(log.column, ad.slot)} />
  </div>
);
