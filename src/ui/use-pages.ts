import { useCallback, useEffect, useRef, useState } from 'react';
import { type Problem, type Reply, useAnswer } from './use-answer.ts';

interface Pages<T> {
  /** In their order; null before the first answer. */
  pages: readonly T[][] | null;
  problem: Problem | null;
  /** When the first page came (ISO 8601). */
  at: string | null;
  /** Loads all shown pages again, and shows them together. */
  reload: () => void;
  /** Loads one page more. Undefined: the last one is shown. */
  more: (() => Promise<Problem | null>) | undefined;
  /** `more` is running. */
  isBusy: boolean;
}

interface Older<T> {
  /** The pages that they follow. */
  of: readonly T[][] | null;
  pages: readonly T[][];
}

/**
 * A list that the server sends in pages, of which each may depend on those before it. Another `load` (useCallback) begins with
 * the first page.
 *
 * @param isFull whether another page may follow this one
 */
export function usePages<T>(
  load: (before: readonly T[][]) => Promise<Reply<T[]>>,
  isFull: (page: readonly T[]) => boolean,
): Pages<T> {
  /** Pages to load with the next answer. */
  const wanted = useRef(1);
  useEffect(() => {
    wanted.current = 1;
  }, [load]);
  const first = useAnswer<T[][]>(
    useCallback(async () => {
      const pages: T[][] = [];
      do {
        const reply = await load(pages);
        if (!reply.ok) return reply;
        pages.push(reply.body);
      } while (pages.length < wanted.current && isFull(pages.at(-1) ?? []));
      return { ok: true as const, body: pages };
    }, [load, isFull]),
  );
  const [older, setOlder] = useState<Older<T>>({ of: null, pages: [] });
  const [isBusy, setBusy] = useState(false);
  const { value, problem, at } = first;
  const pages = value && [...value, ...(older.of === value ? older.pages : [])];
  const reload = () => {
    wanted.current = pages?.length ?? 1;
    first.reload();
  };
  const more = async () => {
    if (!pages || !value) return null;
    setBusy(true);
    const reply = await load(pages);
    setBusy(false);
    if (!reply.ok) return reply;
    setOlder({ of: value, pages: [...pages.slice(value.length), reply.body] });
    return null;
  };
  return { pages, problem, at, reload, more: pages && isFull(pages.at(-1) ?? []) ? more : undefined, isBusy };
}
