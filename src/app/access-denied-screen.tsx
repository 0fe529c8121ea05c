import { shellCopy } from '#copy/shell.ts';
import { BareFrame } from '#ui/drawings.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';

/** §2: what a member without the role sees. The page behind it is not even built. */
export function AccessDeniedScreen() {
  return (
    <EmptyState
      heading="h1"
      drawing={<BareFrame />}
      title={shellCopy.accessDenied}
      text={shellCopy.accessDeniedText}
      action={
        <LinkButton to="/" kind="outline" size="s">
          {shellCopy.home}
        </LinkButton>
      }
    />
  );
}
