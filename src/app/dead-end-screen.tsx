import { notesCopy } from '#copy/notes.ts';
import { shellCopy } from '#copy/shell.ts';
import { BareFrame } from '#ui/drawings.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';

function DeadEnd({ title, text }: { title: string; text: string }) {
  return (
    <EmptyState
      heading="h1"
      drawing={<BareFrame />}
      title={title}
      text={text}
      action={
        <LinkButton to="/" kind="outline" size="s">
          {shellCopy.home}
        </LinkButton>
      }
    />
  );
}

export const NotFoundScreen = () => <DeadEnd title={notesCopy.notFoundTitle} text={notesCopy.notFoundText} />;

/** §2: shown to a member without the required role. The page behind it is not rendered at all. */
export const AccessDeniedScreen = ({ for: gate }: { for: keyof typeof notesCopy.accessDeniedText }) => (
  <DeadEnd title={notesCopy.accessDenied} text={notesCopy.accessDeniedText[gate]} />
);
