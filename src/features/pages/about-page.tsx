import type { ReactNode } from 'react';
import { aboutCopy } from '#copy/info.ts';
import { TextPage } from './text-page.tsx';

/** `children`: the donation block. */
export function AboutPage({ children }: { children: ReactNode }) {
  return (
    <TextPage lead={aboutCopy.lead} sections={aboutCopy.sections}>
      {children}
    </TextPage>
  );
}
