import type { ComponentProps } from 'react';
import styles from './side-part.module.css';

interface SidePartProps extends ComponentProps<'section'> {
  title: string;
}

/** One block of the sidebar: a title on a strong rule, and its content. */
export function SidePart({ title, children, ...rest }: SidePartProps) {
  return (
    <section className={styles.part} {...rest}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
