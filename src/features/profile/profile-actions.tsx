import { useState } from 'react';
import { friendsCopy, profileCopy } from '#copy/profile.ts';
import { useFriendship } from '#features/friends/queries.ts';
import { UnfriendDialog } from '#features/friends/unfriend-dialog.tsx';
import { useIsMember } from '#features/me/queries.ts';
import { useSafetyActions } from '#features/safety/use-safety-actions.tsx';
import { UnfriendIcon } from '#ui/icons/more-icons.tsx';
import { Menu, type MenuItem } from '#ui/menu.tsx';
import type { Profile } from './queries.ts';

/** The menu with everything else that a member can do about another one. */
export function ProfileActions({ profile }: { profile: Profile }) {
  const { id, author, isOfficial, mine, standing } = profile;
  const { username } = author;
  const isMember = useIsMember();
  const friendship = useFriendship(id);
  const safety = useSafetyActions();
  const [unfriending, setUnfriending] = useState(false);
  if (!isMember || mine) return null;
  const items: MenuItem[] = [];
  if (friendship?.relation === 'friends' && !isOfficial)
    items.push({
      label: friendsCopy.unfriend,
      icon: <UnfriendIcon size="s" />,
      tone: 'stop',
      onSelect: () => setUnfriending(true),
    });
  items.push(...safety.items({ userId: id, username }, standing));
  return (
    <>
      <Menu label={profileCopy.more(username)} items={items} />
      {safety.dialogs}
      <UnfriendDialog other={{ id, username }} open={unfriending} onClose={() => setUnfriending(false)} />
    </>
  );
}
