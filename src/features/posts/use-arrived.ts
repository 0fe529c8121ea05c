import { useEffect, useRef } from 'react';
import { type Arrived, finishShared } from '#features/drafts/drafts.ts';
import type { Photos } from '#features/media/use-photos.ts';

/** Takes the files that another app shared into the draft. They stay stored until the draft has them. */
export function useArrived(draftId: string, arrived: Arrived | undefined, photos: Photos): void {
  const first = useRef(photos);
  const isStarted = useRef(false);
  useEffect(() => {
    const { add, pictures, max } = first.current;
    // A photo of another app is as large as the camera's. The draft has them as soon as they are stored.
    if (arrived && arrived.files.length > 0)
      void add(arrived.files, { fromCamera: true }).then((isStored) =>
        isStored ? finishShared(draftId, 0) : undefined,
      );
    isStarted.current = arrived?.files.length === 0 || pictures.length >= max;
  }, [arrived, draftId]);
  const { hadNoRoom } = photos;
  const isTaking = photos.taking.length > 0;
  const count = photos.pictures.length;
  useEffect(() => {
    // The first render is before any file was added.
    if (isTaking) isStarted.current = true;
    // The file that found no room may have no other copy: the next opening takes it again.
    else if (arrived && isStarted.current && !hadNoRoom) void finishShared(draftId, count);
  }, [arrived, draftId, isTaking, count, hadNoRoom]);
}
