import { useEffect, useRef, useState } from 'react';
import { arrange } from '#contract/edited-pictures.ts';
import { IMAGE_LIMITS, type Picture } from '#contract/media.ts';
import { errorText } from '#copy/errors.ts';
import { mediaCopy } from '#copy/media.ts';
import { takePicture } from './mutations.ts';
import { move } from './use-reorder.ts';

/** A chosen file until it is reduced. */
export interface Taking {
  id: number;
  file: File;
}

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
  /** From the camera: reduced instead of refused if it is larger than 5 MB. */
  add: (files: readonly File[], options?: { fromCamera?: boolean }) => void;
  cancel: (id: number) => void;
}

interface Options {
  pictures: readonly Picture[];
  edit: (edit: (pictures: Picture[]) => Picture[]) => void;
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

let count = 0;

/** The pictures of one form. Chosen files are reduced one after the other, in their order, and then belong to its draft. */
export function usePhotos({ pictures, edit, max = IMAGE_LIMITS.perPost, stored }: Options): Photos {
  const kept = stored?.photos ?? NONE;
  const isStored = (id: string) => kept.some((photo) => photo.id === id);
  const all = arrange<StoredPhoto | Picture>([...kept, ...pictures], stored?.order ?? []);
  const [taking, setTaking] = useState<readonly Taking[]>([]);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [hadNoRoom, setHadNoRoom] = useState(false);
  /** The files that are still wanted: it is read by work that an earlier render started. */
  const wanted = useRef<readonly Taking[]>([]);
  const isRunning = useRef(false);
  const update = (next: readonly Taking[]) => {
    wanted.current = next;
    setTaking(next);
  };
  const fail = (text: string, file: string) =>
    setProblem((before) => ({ text, files: before?.text === text ? [...before.files, file] : [file] }));

  const run = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    for (let next = wanted.current[0]; next; next = wanted.current[0]) {
      const current = next;
      const result = await takePicture(current.file);
      if (wanted.current.some(({ id }) => id === current.id)) {
        update(wanted.current.filter(({ id }) => id !== current.id));
        if (!result.ok && result.code === 'storage_full') setHadNoRoom(true);
        if (result.ok) edit((before) => [...before, result.picture].slice(0, max - kept.length));
        else fail(result.code === 'storage_full' ? errorText(result.code) : textOf(result.code), current.file.name);
      }
    }
    isRunning.current = false;
  };
  useEffect(
    () => () => {
      wanted.current = [];
    },
    [],
  );

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
    add(files, { fromCamera = false } = {}) {
      setProblem(null);
      const small = files.filter((file) => fromCamera || file.size <= IMAGE_LIMITS.bytes);
      for (const { name } of files.filter((file) => !small.includes(file))) fail(mediaCopy.tooLarge, name);
      const room = Math.max(0, max - kept.length - pictures.length - wanted.current.length);
      for (const { name } of small.slice(room)) fail(max === 1 ? mediaCopy.tooManyInComment : mediaCopy.tooMany, name);
      update([...wanted.current, ...small.slice(0, room).map((file) => ({ id: (count += 1), file }))]);
      void run();
    },
    cancel: (id) => update(wanted.current.filter((each) => each.id !== id)),
  };
}

const textOf = (code: 'heif' | 'unreadable' | 'too_large'): string =>
  code === 'heif' ? mediaCopy.heif : mediaCopy.unreadable;
