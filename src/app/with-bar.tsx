import { useMatch } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { PageBar } from '#ui/page-bar.tsx';
import { BackLink } from './back-link.tsx';
import { PageStatus } from './page-status.tsx';
import { PageWaiting } from './page-waiting.tsx';

interface Bar {
  /** `p` where the page's content has its own h1. */
  titleAs?: 'p';
  /** The page above this one. */
  back?: '/admin/ads';
  /** With the connection's status under the title. */
  status?: boolean;
  /** With the number of unsent items, on phones. */
  waiting?: boolean;
  /** More at the end of the bar. */
  end?: ComponentType;
}

/** A route's component: its page below a bar. Not from `staticData`, which would be in the first chunk. */
export function withBar(Page: ComponentType, { titleAs, back, status, waiting, end: End }: Bar = {}) {
  return function PageWithBar() {
    const title = useMatch({ strict: false, select: ({ staticData }) => staticData.title ?? '' });
    const note = status && <PageStatus />;
    const more = (waiting || End) && (
      <>
        {waiting && <PageWaiting />}
        {End && <End />}
      </>
    );
    return (
      <>
        <PageBar title={title} titleAs={titleAs ?? 'h1'} start={<BackLink to={back ?? '/'} />} note={note} end={more} />
        <Page />
      </>
    );
  };
}
