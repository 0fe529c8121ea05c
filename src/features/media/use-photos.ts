import { useEffect, useEffectEvent, useState } from 'react';
import { arrange } from '#contract/edited-pictures.ts';
import { IMAGE_LIMITS, type Picture } from '#contract/media.ts';
import { errorText } from '#copy/errors.ts';
import { mediaCopy } from '#copy/media.ts';
import { useStore } from '#lib/use-store.ts';
import {
  attachForm,
  cancelTaking,
  type DraftPlace,
  takeFiles,
  type TakeProblem,
  type Taking,
  takingStore,
} from './reduce-mutations.ts';
import { move } from './use-reorder.ts';

interface Problem {
  text: string;
  /** The names of the files that it concerns. */
  files: string[];
}

export interface PhotosProblem {
  text: string;
  detail: string | null;
}

/** A picture that the post has on the server. `src`: undefined until it was read. */
export interface StoredPhoto {
  id: string;
  alt: string;
  src: string | undefined;
}

export interface Photos {
  /** In their order. */
  all: readonly (StoredPhoto | Picture)[];
  /** The new ones. */
  pictures: readonly Picture[];
  describe: (id: string, alt: string) => void;
  /** `to`: from 0. */
  moveTo: (id: string, to: number) => void;
  remove: (id: string) => void;
  /** Being reduced (the first one) or waiting for that. */
  taking: readonly Taking[];
  problem: PhotosProblem | null;
  /** A file was left out because the device is full: it is worth taking again. Stays true. */
  hadNoRoom: boolean;
  max: number;
  /** Camera photos over 5 MB are reduced instead of refused. Resolves with true when all are stored. */
  add: (files: readonly File[], options?: { fromCamera?: boolean }) => Promise<boolean>;
  cancel: (id: string) => void;
}

interface Options {
  /** They belong to it, also when the form is left while they are reduced. */
  draft: DraftPlace;
  pictures: readonly Picture[];
  /** May return a promise of the result of saving them. */
  edit: (edit: (pictures: Picture[]) => Picture[]) => unknown;
  max?: number;
  /** In the form for a post that exists: pictures that it has. */
  stored?: StoredPhotos;
}

export interface StoredPhotos {
  /** Those that stay. */
  photos: readonly StoredPhoto[];
  /** Ids of all pictures, as `arrange` reads it. */
  order: readonly string[];
  describe: (id: string, alt: string) => void;
  remove: (id: string) => void;
  changeOrder: (ids: string[]) => void;
}

const NONE: readonly StoredPhoto[] = [];

/** A form's pictures. Chosen files are reduced one after the other and then belong to its draft. */
export function usePhotos({ draft, pictures, edit, max = IMAGE_LIMITS.perPost, stored }: Options): Photos {
  const kept = stored?.photos ?? NONE;
  const isStored = (id: string) => kept.some((photo) => photo.id === id);
  const all = arrange<StoredPhoto | Picture>([...kept, ...pictures], stored?.order ?? []);
  const taking = useStore(takingStore).filter((each) => each.draft === draft.id);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [hadNoRoom, setHadNoRoom] = useState(false);
  const fail = (text: string, file: string) =>
    setProblem((before) => ({ text, files: before?.text === text ? [...before.files, file] : [file] }));
  const onFailed = useEffectEvent((code: TakeProblem, name: string) => {
    if (code === 'storage_full') setHadNoRoom(true);
    fail(textOf(code), name);
  });
  const take = useEffectEvent(async (picture: Picture) => {
    const saved = await edit((before) =>
      before.some(({ id }) => id === picture.id) ? before : [...before, picture].slice(0, max - kept.length),
    );
    // Chromium names 10 GB of room on a full device: that is known only now.
    if (saved === 'full') {
      edit((before) => before.filter(({ id }) => id !== picture.id));
      onFailed('storage_full', picture.name);
    }
    return saved === undefined || saved === 'saved';
  });
  useEffect(() => {
    const form = {
      onReduced: (picture: Picture) => take(picture),
      onFailed: (code: TakeProblem, name: string) => onFailed(code, name),
    };
    // It may not be read yet.
    return draft.id ? attachForm(draft.id, form) : undefined;
  }, [draft.id]);

  return {
    all,
    pictures,
    taking,
    hadNoRoom,
    max,
    describe: (id, alt) =>
      isStored(id)
        ? stored?.describe(id, alt)
        : edit((before) => before.map((each) => (each.id === id ? { ...each, alt } : each))),
    moveTo(id, to) {
      if (stored) {
        const ids = all.map((each) => each.id);
        return stored.changeOrder(move(ids, ids.indexOf(id), to));
      }
      edit((before) => {
        const from = before.findIndex((picture) => picture.id === id);
        return from < 0 ? before : move(before, from, to);
      });
    },
    remove: (id) =>
      isStored(id) ? stored?.remove(id) : edit((before) => before.filter((picture) => picture.id !== id)),
    problem: problem && {
      text: problem.text,
      detail: problem.files.length > 0 ? mediaCopy.leftOut(problem.files) : null,
    },
    async add(files, { fromCamera = false } = {}) {
      // The draft is still being read.
      if (!draft.id) return false;
      setProblem(null);
      const small = files.filter((file) => fromCamera || file.size <= IMAGE_LIMITS.bytes);
      for (const { name } of files.filter((file) => !small.includes(file))) fail(mediaCopy.tooLarge, name);
      const waiting = takingStore.get().filter((each) => each.draft === draft.id).length;
      const room = Math.max(0, max - kept.length - pictures.length - waiting);
      for (const { name } of small.slice(room)) fail(max === 1 ? mediaCopy.tooManyInComment : mediaCopy.tooMany, name);
      const isStored = await takeFiles(draft, small.slice(0, room));
      return isStored && room >= files.length;
    },
    cancel: (id) => void cancelTaking(id),
  };
}

const TEXTS: Partial<Record<TakeProblem, string>> = {
  storage_full: errorText('storage_full'),
  heif: mediaCopy.heif,
  damaged: mediaCopy.damaged,
  animated_avif: mediaCopy.animated,
  too_large: mediaCopy.pixels,
  // From the camera, or shared: chosen ones are refused before they are read.
  too_heavy: mediaCopy.tooLarge,
};
const textOf = (code: TakeProblem): string => TEXTS[code] ?? mediaCopy.unreadable;
