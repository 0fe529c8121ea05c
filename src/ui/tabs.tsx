import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { CountBadge } from './badge.tsx';
import { isRtl } from './direction.ts';
import styles from './tabs.module.css';

export interface Tab<V extends string> {
  value: V;
  label: string;
  count?: number;
}

interface TabsProps<V extends string> {
  label: string;
  tabs: readonly Tab<V>[];
  value: V;
  onChange: (value: V) => void;
  children: ReactNode;
}

/** Panels of one screen. Arrow keys choose immediately; Tab moves into the panel. For other screens use links. */
export function Tabs<V extends string>({ label, tabs, value, onChange, children }: TabsProps<V>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  // Only sideways: scrollIntoView would also scroll the page.
  useLayoutEffect(() => {
    const row = list.current?.getBoundingClientRect();
    const tab = list.current?.querySelector('[aria-selected=true]')?.getBoundingClientRect();
    if (row && tab) list.current?.scrollBy(Math.max(0, tab.right - row.right) + Math.min(0, tab.left - row.left), 0);
  }, [value]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex((tab) => tab.value === value);
    const forward = isRtl(event.currentTarget) ? -1 : 1;
    const moves: Record<string, number> = {
      ArrowRight: at + forward,
      ArrowLeft: at - forward,
      Home: 0,
      End: tabs.length - 1,
    };
    const target = moves[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const to = (target + tabs.length) % tabs.length;
    const next = tabs[to];
    if (next) onChange(next.value);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus();
  };
  return (
    <>
      <div ref={list} role="tablist" tabIndex={-1} aria-label={label} className={styles.tabs} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            className={styles.tab}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
            {tab.count ? <CountBadge count={tab.count} /> : null}
          </button>
        ))}
      </div>
      {/* Focusable even without a control inside: it must be reachable to be scrolled and read. */}
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} tabIndex={0} className={styles.panel}>
        {children}
      </div>
    </>
  );
}
