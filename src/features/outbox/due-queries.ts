import { readDraft } from '#data/drafts/drafts.ts';
import { type DuePost, duePosts } from '#data/drafts/due-posts.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { takingStore } from '#features/media/reduce-mutations.ts';
import { useObjectUrl } from '#lib/use-object-url.ts';
import { useStore } from '#lib/use-store.ts';

export type { DuePost };

/** Posts that were submitted while their photos are reduced. */
export const useDuePosts = () => useStore(duePosts);

/** A photo of such a post, as it can be shown: reduced, or a small one until then. */
export interface DuePhoto {
  id: string;
  /** For `useDuePhoto`; null: there is nothing to show yet. */
  name: string | null;
  /** Undefined: not known yet. */
  width?: number | undefined;
  height?: number | undefined;
}

export function useDuePhotos({ draft, pictures }: DuePost): readonly DuePhoto[] {
  const taking = useStore(takingStore).filter((each) => each.draft === draft);
  const unreduced = taking.filter(({ id }) => !pictures.some((picture) => picture.id === id));
  return [
    ...pictures.map((picture) => ({ ...picture, name: `${draft} ${picture.id}` })),
    ...unreduced.map(({ id, thumbnail }) => ({
      ...{ id, name: thumbnail ? id : null },
      ...{ width: thumbnail?.width, height: thumbnail?.height },
    })),
  ];
}

async function readDuePhoto(name: string): Promise<Blob | null> {
  const [draft = '', id] = name.split(' ');
  if (id === undefined) return takingStore.get().find((each) => each.id === name)?.thumbnail?.content ?? null;
  const files = (await readDraft(accountOf(sessionStore.get()), draft))?.files;
  const picture = files?.find((file) => file.id === id);
  return picture ? new Blob([picture.bytes], { type: picture.type }) : null;
}

/** The object URL of a photo by its name; null until it was read. */
export const useDuePhoto = (name: string | null): string | null => useObjectUrl(name, readDuePhoto);
