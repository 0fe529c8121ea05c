import { PaidAd } from './feed-ad.tsx';
import { useSideAd } from './queries.ts';

/** A skyscraper beside the feed, if one runs. */
export function SideAd() {
  const ad = useSideAd();
  return ad && <PaidAd key={ad.id} ad={ad} />;
}
