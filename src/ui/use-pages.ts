import { useCallback, useEffect, useRef, useState } from 'react';
import { errorText } from '#copy/errors.ts';
import { toast } from './toast-store.ts';
import { type Problem, type Reply, useAnswer } from './use-answer.ts';

interface Pages<T> {
  /** In their order; null before the first answer. */
  pages: readonly T[][] | null;
  problem: Problem | null;
  /** When the first page came (ISO 8601). */
  at: string | null;
  /** Loads all shown pages again, and shows them together. */
  reload: () => void;
  /** Loads one page more; a toast if that fails. Undefined: the last one is shown. */
  more: (() => void) | undefined;
  /** `more` is running. */
  isBusy: boolean;
}

interface Older<T> {
  /** The pages that they follow. */
  of: readonly T[][] | null;
  pages: readonly T[][];
}

/**
 * A list that the server sends in pages, of which each may depend on those before it. Another `load` (useCallback)
 * begins with the first page.
 *
 * @param isFull whether another page may follow this one
 * @param textOf what the toast says when a further page cannot be loaded
 */
export function usePages<T>(
  load: (before: readonly T[][]) => Promise<Reply<T[]>>,
  isFull: (page: readonly T[]) => boolean,
  textOf = ({ message, code }: Problem): string => message || errorText(code),
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
    if (!pages || !value) return;
    setBusy(true);
    const reply = await load(pages);
    setBusy(false);
    if (reply.ok) setOlder({ of: value, pages: [...pages.slice(value.length), reply.body] });
    else toast(textOf(reply), { tone: 'stop' });
  };
  const hasMore = pages && isFull(pages.at(-1) ?? []);
  return { pages, problem, at, reload, more: hasMore ? () => void more() : undefined, isBusy };
}
