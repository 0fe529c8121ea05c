import { notesCopy } from '#copy/notes.ts';
import { shellCopy } from '#copy/shell.ts';
import { useStore } from '#lib/use-store.ts';
import { Button } from '#ui/button.tsx';
import { NoteCard } from './note-card.tsx';
import { postponeUpdate, postponedStore, updateStore, updatingStore } from './update-store.ts';

/** True while a new version is offered on every page. */
export function useUpdateNote(): boolean {
  const update = useStore(updateStore);
  const postponed = useStore(postponedStore);
  return update !== null && update !== postponed;
}

/** Nothing reloads without the member's consent. The settings still offer it after 'Later'. */
export function UpdateNote() {
  const update = useStore(updateStore);
  const isUpdating = useStore(updatingStore);
  return (
    update && (
      <NoteCard
        title={notesCopy.updateReady}
        actions={
          <>
            <Button kind="text" onClick={postponeUpdate}>
              {notesCopy.later}
            </Button>
            <Button busy={isUpdating} onClick={update}>
              {shellCopy.reload}
            </Button>
          </>
        }
      >
        <p>{notesCopy.updateText}</p>
      </NoteCard>
    )
  );
}
