import { shellCopy } from '#copy/shell.ts';
import { IconLink } from '#ui/icon-link.tsx';
import { BackIcon } from '#ui/icons/more-icons.tsx';

export function BackHome() {
  return (
    <IconLink to="/" aria-label={shellCopy.back}>
      <BackIcon />
    </IconLink>
  );
}
