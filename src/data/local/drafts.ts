import { Dexie, type Table } from 'dexie';

/** Something unfinished, keyed to where it belongs. */
export interface DraftRow {
  id: string;
  /** 'post' or, later, the thread or post it answers. */
  place: string;
  text: Record<string, string>;
  /** Milliseconds since 1970. */
  changed_at: number;
}

class LocalSpace extends Dexie {
  declare drafts: Table<DraftRow, string>;

  constructor(account: string) {
    super(`rangeday-local-${account}`);
    this.version(1).stores({ drafts: 'id, [place+changed_at]' });
    // A newer version of the app in another tab must be able to upgrade.
    this.on('versionchange', () => this.close());
  }
}

const spaces = new Map<string, LocalSpace>();

/** One space per account: switching neither leaks nor loses. */
function space(account: string): LocalSpace {
  let found = spaces.get(account);
  if (!found) spaces.set(account, (found = new LocalSpace(account)));
  return found;
}

/** The newest draft of a place; null when there is none or nothing can be read. */
export async function newestDraft(account: string, place: string): Promise<DraftRow | null> {
  try {
    const rows = await space(account).drafts.where('[place+changed_at]').between([place, 0], [place, Infinity]).last();
    return rows ?? null;
  } catch {
    return null;
  }
}

/** False when the device could not keep it. */
export async function keepDraft(account: string, draft: DraftRow): Promise<boolean> {
  try {
    await space(account).drafts.put(draft);
    return true;
  } catch {
    return false;
  }
}

export async function removeDraft(account: string, id: string): Promise<void> {
  await space(account)
    .drafts.delete(id)
    .catch(() => {});
}
