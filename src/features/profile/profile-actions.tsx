import { useState } from 'react';
import { friendsCopy, profileCopy } from '#copy/profile.ts';
import { useFriendship } from '#features/friends/queries.ts';
import { UnfriendDialog } from '#features/friends/unfriend-dialog.tsx';
import { UnfriendIcon } from '#ui/icons/more-icons.tsx';
import { Menu, type MenuItem } from '#ui/menu.tsx';
import type { Profile } from './queries.ts';

/** The menu with everything else that a member can do about another one. */
export function ProfileActions({ profile: { id, author, isOfficial } }: { profile: Profile }) {
  const friendship = useFriendship(id);
  const [unfriending, setUnfriending] = useState(false);
  const mayUnfriend = friendship?.relation === 'friends' && !isOfficial;
  const items: MenuItem[] = [];
  if (mayUnfriend)
    items.push({
      label: friendsCopy.unfriend,
      icon: <UnfriendIcon size="s" />,
      tone: 'stop',
      onSelect: () => setUnfriending(true),
    });
  if (items.length === 0) return null;
  return (
    <>
      <Menu label={profileCopy.more(author.username)} items={items} />
      <UnfriendDialog
        other={{ id, username: author.username }}
        open={unfriending}
        onClose={() => setUnfriending(false)}
      />
    </>
  );
}
