import { shellCopy } from '#copy/shell.ts';
import { BareFrame } from '#ui/drawings.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';

export function NotFoundScreen() {
  return (
    <EmptyState
      heading="h1"
      drawing={<BareFrame />}
      title={shellCopy.notFoundTitle}
      text={shellCopy.notFoundText}
      action={
        <LinkButton to="/" kind="outline" size="s">
          {shellCopy.home}
        </LinkButton>
      }
    />
  );
}
