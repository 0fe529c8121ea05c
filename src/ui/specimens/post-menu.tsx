import { useEffect, useRef } from 'react';
import { EditIcon, LinkIcon, PinIcon, ReportIcon, TrashIcon } from '#ui/icons/more-icons.tsx';
import { Menu } from '#ui/menu.tsx';
import { Tooltip } from '#ui/tooltip.tsx';
import { Button } from '#ui/button.tsx';

/** The menu of a post, opened automatically for the picture. */
export function PostMenu({ open }: { open: boolean }) {
  const anchor = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!open) return;
    // Not within the effect, because a real press never happens during a render.
    const frame = requestAnimationFrame(() => anchor.current?.querySelector('button')?.click());
    return () => cancelAnimationFrame(frame);
  }, [open]);
  return (
    <span ref={anchor}>
      <Menu
        label="More about this post"
        items={[
          { label: 'Edit', icon: <EditIcon />, onSelect: () => {} },
          { label: 'Copy link', icon: <LinkIcon />, onSelect: () => {} },
          { label: 'Pinned', icon: <PinIcon />, checked: true, onSelect: () => {} },
          { label: 'Report', icon: <ReportIcon />, note: 'Needs a signal', disabled: true, onSelect: () => {} },
          { label: 'Delete', icon: <TrashIcon />, tone: 'stop', onSelect: () => {} },
        ]}
      />
      <Tooltip text="Will send automatically when you are online">
        <Button kind="text">Tooltip</Button>
      </Tooltip>
    </span>
  );
}
