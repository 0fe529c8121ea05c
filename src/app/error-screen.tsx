import { shellCopy } from '#copy/shell.ts';
import { Button } from '#ui/button.tsx';
import { LaterBareFrame } from '#ui/later-drawings.ts';
import { EmptyState } from '#ui/empty-state.tsx';

/** Shown for an error while rendering a screen. The shell stays; drafts and outbox are stored and unaffected. */
export function ErrorScreen() {
  return (
    <EmptyState
      heading="h1"
      drawing={<LaterBareFrame />}
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
