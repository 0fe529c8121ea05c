import type { ReactNode } from 'react';
import type { TextSection } from '#copy/info.ts';
import styles from './text-page.module.css';

interface TextPageProps {
  lead: string;
  note?: string;
  sections: readonly TextSection[];
  children?: ReactNode;
}

const PHONE = /(\b1(?:-\d+)+)/;

/** Numbers of the United States can be called with a tap, and are not broken. */
const withCalls = (text: string): ReactNode =>
  text.split(PHONE).map((part) =>
    PHONE.test(part) ? (
      <a key={part} href={`tel:+${part.replaceAll('-', '')}`} className={styles.call}>
        {part}
      </a>
    ) : (
      part
    ),
  );

/** A page of text: a lead and sections. */
export function TextPage({ lead, note, sections, children }: TextPageProps) {
  return (
    <div className={styles.page}>
      <p className={styles.lead}>{lead}</p>
      {note && <p className={styles.note}>{note}</p>}
      {sections.map(({ id, title, paragraphs }) => (
        <section key={title} id={id} className={styles.section}>
          <h2>{title}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{withCalls(paragraph)}</p>
          ))}
        </section>
      ))}
      {children}
    </div>
  );
}
