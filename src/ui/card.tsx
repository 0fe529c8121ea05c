import type { ComponentProps, ReactNode } from 'react';
import { cx } from './class-names.ts';
import styles from './card.module.css';

interface CardProps extends ComponentProps<'section'> {
  title?: string;
  end?: ReactNode;
}

/** A section of a page: a strong rule, a title and its content. It has rules and no box. */
export function Card({ title, end, className, children, ...rest }: CardProps) {
  return (
    <section className={cx(styles.card, className)} {...rest}>
      {title && (
        <header className={styles.head}>
          <h2 className={styles.title}>{title}</h2>
          {end}
        </header>
      )}
      {children}
    </section>
  );
}

interface RowProps {
  start?: ReactNode;
  title: ReactNode;
  note?: ReactNode;
  end?: ReactNode;
}

/** One row of a list of people or things: avatar, name, secondary line, actions. Separated by a hairline. */
export function Row({ start, title, note, end }: RowProps) {
  return (
    <div className={styles.row}>
      {start}
      <div className={styles.words}>
        <div className={styles.name}>{title}</div>
        {note && <div className={styles.note}>{note}</div>}
      </div>
      {end}
    </div>
  );
}
