import type { ReactNode } from 'react';
import above from '#ui/above-dock.module.css';
import { cx } from '#ui/class-names.ts';
import styles from './note-card.module.css';

interface NoteCardProps {
  title: string;
  label?: string;
  icon?: ReactNode;
  children: ReactNode;
  /** Buttons, the main one last. */
  actions: ReactNode;
}

/** A note of the app itself, above the dock. It gives way to a bar that saves a form, and takes no focus. */
export function NoteCard({ title, label = title, icon, children, actions }: NoteCardProps) {
  return (
    <section data-later className={cx(above.note, styles.card)} aria-label={label}>
      <header className={styles.head}>
        {icon}
        <h2>{title}</h2>
      </header>
      {children}
      <footer className={styles.actions}>{actions}</footer>
    </section>
  );
}
