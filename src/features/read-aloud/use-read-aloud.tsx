import type { FeedPost } from '#contract/feed-post.ts';
import { readAloudCopy } from '#copy/read-aloud.ts';
import { useStore } from '#lib/use-store.ts';
import { SoundIcon } from '#ui/icons/more-icons.tsx';
import type { MenuItem } from '#ui/menu.tsx';
import { isListed } from './listed.ts';
import { readAloud, reading, stopReading } from './reader.ts';
import { localVoices } from './voices.ts';

/** What a post's menu has for reading it. Nothing without a voice on this device. */
export function useReadAloud(post: FeedPost): MenuItem[] {
  const hasVoice = useStore(localVoices).length > 0;
  const now = useStore(reading);
  if (!hasVoice) return [];
  const icon = <SoundIcon size="s" />;
  if (now?.postId === post.id) return [{ label: readAloudCopy.stop, icon, onSelect: stopReading }];
  const { read, readOn, readOnNote } = readAloudCopy;
  return [
    { label: read, icon, onSelect: () => void readAloud(post, false) },
    ...(isListed(post.id)
      ? [{ label: readOn, icon, note: readOnNote, onSelect: () => void readAloud(post, true) }]
      : []),
  ];
}
