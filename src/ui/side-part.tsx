import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';
import styles from './side-part.module.css';

interface SidePartProps extends ComponentProps<'section'> {
  title: string;
  note?: string | undefined;
}

/** One block of the sidebar: a title on a strong rule, and its content. */
export function SidePart({ title, note, className, children, ...rest }: SidePartProps) {
  return (
    <section className={cx(styles.part, className)} {...rest}>
      <h2>
        {title}
        {note && <small aria-hidden="true">{note}</small>}
      </h2>
      {children}
    </section>
  );
}
