import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  drawing: ReactNode;
  title: string;
  text?: string;
  action?: ReactNode;
  /** `h1` where the empty state is the whole page. */
  heading?: 'h1' | 'h2';
}

export function EmptyState({ drawing, title, text, action, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <section className={styles.empty}>
      {drawing}
      <div>
        <Heading className={styles.title}>{title}</Heading>
        {text && <p className={styles.text}>{text}</p>}
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </section>
  );
}
