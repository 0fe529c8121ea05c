import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { shellCopy } from '#copy/shell.ts';
import { IconLink } from '#ui/icon-link.tsx';
import { BackIcon } from '#ui/icons/more-icons.tsx';
import { opensElsewhere } from '#ui/link.tsx';

interface BackLinkProps {
  /** The page above this one. */
  to?: '/' | '/admin/ads' | '/settings';
}

/** Goes to the page before, as the browser's Back, if that was ours in this tab; otherwise to the page above. */
export function BackLink({ to = '/' }: BackLinkProps) {
  const { history } = useRouter();
  const goBack = (event: MouseEvent) => {
    if (opensElsewhere(event) || !history.canGoBack()) return;
    event.preventDefault();
    history.back();
  };
  return (
    <IconLink to={to} aria-label={shellCopy.back} onClick={goBack}>
      <BackIcon />
    </IconLink>
  );
}
