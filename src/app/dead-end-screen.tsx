import { DeadEnd } from '#ui/dead-end.tsx';
import { notesCopy } from '#copy/notes.ts';
import { BareFrame } from '#ui/drawings.tsx';

export const NotFoundScreen = () => (
  <DeadEnd heading="h1" drawing={<BareFrame />} title={notesCopy.notFoundTitle} text={notesCopy.notFoundText} />
);

/** §2: shown to a member without the required role. The page behind it is not rendered at all. */
export const AccessDeniedScreen = ({ for: gate }: { for: keyof typeof notesCopy.accessDeniedText }) => (
  <DeadEnd
    heading="h1"
    drawing={<BareFrame />}
    title={notesCopy.accessDenied}
    text={notesCopy.accessDeniedText[gate]}
  />
);
