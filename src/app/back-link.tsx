import { shellCopy } from '#copy/shell.ts';
import { IconLink } from '#ui/icon-link.tsx';
import { BackIcon } from '#ui/icons/more-icons.tsx';

/** To the page above this one; '/' without `to`. */
export function BackLink({ to = '/' }: { to?: '/' | '/admin/ads' }) {
  return (
    <IconLink to={to} aria-label={shellCopy.back}>
      <BackIcon />
    </IconLink>
  );
}
