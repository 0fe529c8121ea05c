import type { ComponentProps } from 'react';
import { shellCopy } from '#copy/shell.ts';
import { EmptyState } from './empty-state.tsx';
import { LinkButton } from './link-button.tsx';

/** A page without its subject: what is missing, and the way to the feed. */
export const DeadEnd = (props: Omit<ComponentProps<typeof EmptyState>, 'action'>) => (
  <EmptyState
    {...props}
    action={
      <LinkButton to="/" kind="outline" size="s">
        {shellCopy.home}
      </LinkButton>
    }
  />
);
