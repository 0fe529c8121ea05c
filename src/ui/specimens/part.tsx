import type { ReactNode } from 'react';
import { Card } from '#ui/card.tsx';
import styles from './sheet.module.css';

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card title={title} className={styles.part}>
      {children}
    </Card>
  );
}
