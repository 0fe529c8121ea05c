import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { ExternalLink } from '#ui/external-link.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { CommentIcon, VoteDownIcon, VoteIcon } from '#ui/icons/icons.tsx';
import { HeartIcon, ShareIcon } from '#ui/icons/more-icons.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { Part } from './part.tsx';
import styles from './sheet.module.css';

const TABS = [
  { value: 'main', label: 'Main' },
  { value: 'friends', label: 'Friends', count: 4 },
  { value: 'trending', label: 'Trending' },
] as const;

export function Actions() {
  const [tab, setTab] = useState<(typeof TABS)[number]['value']>('main');
  const [liked, setLiked] = useState(true);
  return (
    <>
      <Part title="Buttons">
        <div className={styles.row}>
          <Button kind="make">Post</Button>
          <Button kind="make" className={styles.hover}>
            Hover
          </Button>
          <Button kind="make" className={styles.pressed}>
            Pressed
          </Button>
          <Button kind="make" className={styles.focus}>
            Focus
          </Button>
          <Button kind="make" busy>
            Posting...
          </Button>
          <Button kind="make" disabled>
            Disabled
          </Button>
        </div>
        <div className={styles.row}>
          <Button>Send all now</Button>
          <Button kind="outline">Edit Profile</Button>
          <Button kind="stop">Discard</Button>
          <Button kind="text">Retry</Button>
          <Button kind="danger">Delete</Button>
          <LinkButton to="/" kind="outline" size="s">
            Open drafts
          </LinkButton>
        </div>
        <p className={styles.row}>
          <span>
            Links are ink blue: <TextLink to="/">#zeroday</TextLink>, and external links open a new tab:{' '}
            <ExternalLink href="https://example.org/">example.org</ExternalLink>.
          </span>
        </p>
      </Part>
      <Part title="Icon buttons">
        <div className={styles.row}>
          <IconButton label="Upvote" pressed>
            <VoteIcon on />
          </IconButton>
          <strong>41</strong>
          <IconButton label="Downvote" pressed={false}>
            <VoteDownIcon />
          </IconButton>
          <IconButton label="Comments, 12">
            <CommentIcon />
            12
          </IconButton>
          <IconButton label="Like" pressed={liked} onClick={() => setLiked(!liked)}>
            <HeartIcon on={liked} />
          </IconButton>
          <IconButton label="Share" kind="outline">
            <ShareIcon />
          </IconButton>
          <IconButton label="Sharing" busy>
            <ShareIcon />
          </IconButton>
          <IconButton label="Share" disabled>
            <ShareIcon />
          </IconButton>
        </div>
      </Part>
      <Part title="Tabs">
        <Tabs label="Feeds" tabs={TABS} value={tab} onChange={setTab}>
          <p className={styles.row}>The panel of {tab}.</p>
        </Tabs>
      </Part>
    </>
  );
}
