import { shellCopy } from '#copy/shell.ts';
import { Button } from '#ui/button.tsx';
import { BareFrame } from '#ui/drawings.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

/** Catches what a screen throws. The shell stays; drafts and the outbox lie on the device and are not touched. */
export function ErrorScreen() {
  return (
    <EmptyState
      heading="h1"
      drawing={<BareFrame />}
      title={shellCopy.errorTitle}
      text={shellCopy.errorText}
      action={
        <Button kind="outline" size="s" onClick={() => location.reload()}>
          {shellCopy.reload}
        </Button>
      }
    />
  );
}
