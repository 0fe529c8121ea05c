import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { errorText } from '#copy/errors.ts';
import { outboxScreenCopy } from '#copy/outbox-screen.ts';
import { shellCopy } from '#copy/shell.ts';
import { type FileUpload, useUploads } from '#features/media/queries.ts';
import { Uploads } from '#features/media/uploads.tsx';
import { CheckLine } from '#features/sync/check-line.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { FlagFlying } from '#ui/drawings.tsx';
import { FlagLow } from '#ui/quiet-drawings.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { EntrySkeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast-store.ts';
import {
  completeDiscard,
  countDependents,
  editInComposer,
  hideForDiscard,
  retryAction,
  undoDiscard,
} from './mutations.ts';
import { CancelUpload } from './cancel-upload.tsx';
import { DueList } from './due-list.tsx';
import { LostEdits } from './lost-edits.tsx';
import { useDuePosts } from './due-queries.ts';
import { OutboxHead } from './outbox-head.tsx';
import { OutboxList } from './outbox-list.tsx';
import { WaitLine } from '#ui/wait-line.tsx';
import { useOverdue } from './overdue-queries.ts';
import { useOutbox, type StoredAction } from './queries.ts';

interface OutboxPageProps {
  holding: boolean;
  /** The database could not be opened. The shell shows the reason. */
  unreadable: boolean;
}

const showError = (code: string): void => toast(errorText(code), { tone: 'stop' });

export function OutboxPage({ holding, unreadable }: OutboxPageProps) {
  const outbox = useOutbox();
  const overdue = useOverdue();
  const uploads = useUploads();
  const due = useDuePosts();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<{ item: StoredAction; dependents: number } | null>(null);

  const [stopping, setStopping] = useState<FileUpload | null>(null);
  const retry = async ({ action_id }: StoredAction) => {
    const result = await retryAction(action_id);
    if (!result.ok) showError(result.code);
  };
  const edit = async (item: StoredAction) => {
    const result = await editInComposer(item);
    if (!result.ok) return showError(result.code);
    await navigate(result.place);
  };
  const ask = async (item: StoredAction) => setAsking({ item, dependents: await countDependents(item.action_id) });
  const discard = async ({ action_id }: StoredAction) => {
    const result = await hideForDiscard(action_id);
    if (!result.ok) return showError(result.code);
    const undo = async () => {
      const undone = await undoDiscard(action_id);
      if (!undone.ok) showError(undone.code);
    };
    toast(outboxScreenCopy.discarded, {
      action: { label: outboxScreenCopy.undo, run: () => void undo() },
      onGone: () => void completeDiscard(action_id),
    });
  };
  return (
    <>
      {outbox.waiting + outbox.refused > 0 && <OutboxHead outbox={outbox} holding={holding} />}
      <CheckLine />
      <DueList posts={due} />
      {outbox.ready && <LostEdits items={outbox.items} />}
      <OutboxList
        items={[...outbox.items, ...overdue]}
        holding={holding}
        onRetry={(item) => void retry(item)}
        onEdit={(item) => void edit(item)}
        onDiscard={(item) => void ask(item)}
      />
      <Uploads uploads={uploads} waiting={outbox.items.map(({ entity_id }) => entity_id)} onCancel={setStopping} />
      <CancelUpload upload={stopping} onClose={() => setStopping(null)} />
      {!outbox.ready && !unreadable && (
        <>
          <WaitLine inList>{shellCopy.loading}</WaitLine>
          <EntrySkeleton entries={2} />
        </>
      )}
      {outbox.items.length + uploads.length + due.length === 0 && outbox.ready && (
        <EmptyState
          drawing={holding ? <FlagFlying /> : <FlagLow />}
          title={outboxScreenCopy.emptyTitle}
          text={holding ? outboxScreenCopy.emptyOffline : outboxScreenCopy.emptyText}
        />
      )}
      <ConfirmDialog
        open={asking !== null}
        title={outboxScreenCopy.discardTitle}
        text={[
          asking?.item.uncertain ? outboxScreenCopy.discardUncertain : outboxScreenCopy.discardText,
          asking && asking.dependents > 0 && outboxScreenCopy.discardDependents(asking.dependents),
        ]
          .filter(Boolean)
          .join(' ')}
        confirmLabel={outboxScreenCopy.discardConfirm}
        cancelLabel={outboxScreenCopy.keep}
        onCancel={() => setAsking(null)}
        onConfirm={() => {
          if (asking) void discard(asking.item);
          setAsking(null);
        }}
      />
    </>
  );
}
