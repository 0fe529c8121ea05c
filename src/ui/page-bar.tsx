import type { ReactNode } from 'react';
import styles from './page-bar.module.css';

interface PageBarProps {
  title: string;
  /** `p` where the page's content has its own h1. */
  titleAs?: 'h1' | 'p';
  start?: ReactNode;
  /** The secondary line under the title. */
  note?: ReactNode;
  end?: ReactNode;
}

/** The bar of every page but the feed: title and back button. */
export function PageBar({ title, titleAs: Title = 'h1', start, note, end }: PageBarProps) {
  return (
    <header className={styles.bar} data-top-bar="page">
      {start}
      <div className={styles.words}>
        <Title className={styles.title}>{title}</Title>
        {note && <div className={styles.note}>{note}</div>}
      </div>
      {end}
    </header>
  );
}
