import { type AdRow, type Ad, toAd } from '#contract/ad-row.ts';
import { storeSnapshot } from '#data/first-screen/snapshot.ts';
import { live } from '#data/replica/live.ts';
import { accountOf } from '#data/session/session.ts';
import { createStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';
import { RUNNING_ADS_SQL } from './ads-sql.ts';
import { AD_WIDE, fitsFeed } from './first-queries.ts';

type Rows = readonly (Ad | null)[];

/** The stream contains only ads that run today. */
const runningAds = live<AdRow, Ad | null>({
  sql: RUNNING_ADS_SQL,
  decode: toAd,
  onRows({ rows, complete }, session) {
    if (!complete) return;
    const isWide = matchMedia(AD_WIDE).matches;
    // The second one, if the window has another width at the next start.
    const ads = [isWide, !isWide].flatMap((wide) => choose(fitting(rows, wide), hour.get()) ?? []);
    storeSnapshot(accountOf(session), { ads });
  },
});

const HOUR_MS = 3_600_000;
const hourNow = () => Math.floor(Date.now() / HOUR_MS);
/** Rotates hourly, for equal time, but never while on screen: at a load, and on leaving or returning. */
const hour = createStore(hourNow(), {
  onActive() {
    const update = () => hour.set(hourNow());
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  },
});

const fitting = (rows: Rows, isWide: boolean) => rows.filter((ad) => ad && fitsFeed(ad, isWide)) as Ad[];
const choose = (ads: readonly Ad[], turn: number): Ad | null => ads[turn % Math.max(1, ads.length)] ?? null;

/** The feed's ad for a window from 769 px, or narrower; null: our own, because none fits; undefined: unknown. */
export function useFeedAd(isWide: boolean): Ad | null | undefined {
  const { rows, complete } = useStore(runningAds);
  const chosen = choose(fitting(rows, isWide), useStore(hour));
  return complete ? chosen : undefined;
}

/** The advertisement beside the feed, or null. */
export const useSideAd = (): Ad | null =>
  choose(useStore(runningAds).rows.filter((ad) => ad?.type === 'skyscraper') as Ad[], useStore(hour));
