import { useMatches, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { shellCopy } from '#copy/shell.ts';
import { afterPaint } from '#lib/after-paint.ts';

/** Moves the focus from `main` to what it was on before, after Back. */
let returnFocus: ((main: HTMLElement) => void) | undefined;

/** Its code comes after the first screen, from which nobody has returned. */
export const setReturnFocus = (move: (main: HTMLElement) => void): void => void (returnFocus = move);

/** On each navigation: sets the title, and moves the focus to the page's top, or after Back to the last link. */
export function useArrival() {
  const mainRef = useRef<HTMLElement>(null);
  const data = useMatches({ select: (matches) => matches.at(-1)?.staticData });
  const part = useMatches({
    select: (matches) => {
      const params = matches.at(-1)?.params;
      return params && 'part' in params ? params.part : '';
    },
  });
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const arrivedAt = useRef<string | undefined>(undefined);
  const title = data?.partTitles?.[part] ?? data?.title;

  useEffect(() => {
    const name = title ? `${title} · ${shellCopy.name}` : shellCopy.name;
    // A message to the browser's own process, which takes longer than a component: not before the page is painted.
    return afterPaint(() => {
      document.title = name;
    });
  }, [title]);

  useEffect(() => {
    const first = arrivedAt.current === undefined;
    if (path === undefined || path === arrivedAt.current) return;
    arrivedAt.current = path;
    if (first) return;
    // A focus costs a layout, so it waits for the paint. The first page and a focused field keep their focus.
    afterPaint(() => {
      const main = mainRef.current;
      const focused = document.activeElement;
      // The feed below an opened post is hidden, and may still contain it.
      if (!main || (main !== focused && main.contains(focused) && focused?.checkVisibility())) return;
      main.focus({ preventScroll: true });
      returnFocus?.(main);
    });
  }, [path]);

  return { mainRef, hideDock: data?.hideDock ?? false, isBroad: data?.isBroad ?? false };
}
