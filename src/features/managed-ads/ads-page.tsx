import { useCallback, useState } from 'react';
import { adsAdminCopy as copy } from '#copy/ads-admin.ts';

import { Trouble } from '#features/admin/trouble.tsx';
import { useAnswer } from '#ui/use-answer.ts';
import { useDrafts } from '#features/drafts/use-drafts.ts';
import { useOffline, useReconnected } from '#features/moderation/queries.ts';
import { dayOf, lastDays } from '#lib/days.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Field } from '#ui/field.tsx';
import { AddIcon } from '#ui/icons/more-icons.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { LogTime } from '#ui/log-time.tsx';
import { toast } from '#ui/toast-store.ts';
import { useMedia } from '#ui/use-media.ts';
import { useNow } from '#ui/use-now.ts';
import { AdList, AdTable, type AdRowsProps } from './ad-rows.tsx';
import styles from './ads-page.module.css';
import { exportAds } from './export-ads.ts';
import { adDays, adStats, removeAd, setAdActive } from './mutations.ts';
import { type ManagedAd, toFigures, useManagedAds } from './queries.ts';

/** §2: the table from here on. */
const TABLE = '(min-width: 769px)';
/** Days of the chart of an ad. */
const DAYS = 14;

const matches = (ad: ManagedAd, search: string): boolean =>
  `${ad.title}\n${ad.client ?? ''}`.toLowerCase().includes(search.trim().toLowerCase());

/** An ad that was switched, and its row on this device at that time. */
interface Switched {
  row: ManagedAd;
  active: boolean;
}

/** The switched ads as the server has them, until their changed rows arrive. */
const withSwitched = (rows: readonly ManagedAd[], switched: readonly Switched[]): readonly ManagedAd[] =>
  rows.map((ad) => {
    const change = switched.find(({ row }) => row === ad);
    return change ? { ...ad, active: change.active } : ad;
  });

/** §2: all ads with their figures. The rows are on the ceo's device; figures and changes need the server. */
export function AdsPage() {
  const { rows: stored, ready, complete } = useManagedAds();
  const [switched, setSwitched] = useState<readonly Switched[]>([]);
  const rows = withSwitched(stored, switched);
  const { figures, at, problem, reload } = useFigures(rows);
  const offline = useOffline();
  const drafts = useDrafts('ad:new');
  const [search, setSearch] = useState('');
  const [openId, setOpenId] = useState<string | null>(null);
  // Here and not in the row: another layout replaces the rows.
  const [isDaysTable, setDaysTable] = useState(false);
  const [deleting, setDeleting] = useState<ManagedAd | null>(null);
  const [busyId, setBusyId] = useState<string | null>(null);
  const isTable = useMedia(TABLE);
  const today = dayOf(new Date(useNow()));
  const shown = rows.filter((ad) => matches(ad, search));

  const change = async (ad: ManagedAd, active: boolean) => {
    setBusyId(ad.id);
    const isDone = await setAdActive(ad.id, active);
    setBusyId(null);
    const before = stored.find(({ id }) => id === ad.id);
    if (isDone && before) setSwitched((all) => [...all.filter(({ row }) => row.id !== ad.id), { row: before, active }]);
    toast(isDone ? (active ? copy.activated : copy.deactivated) : copy.statusFailed, {
      tone: isDone ? 'done' : 'stop',
    });
  };
  const remove = async (ad: ManagedAd) => {
    setBusyId(ad.id);
    const isDone = await removeAd(ad.id);
    setBusyId(null);
    setDeleting(null);
    toast(isDone ? copy.deleted : copy.deleteFailed, { tone: isDone ? 'done' : 'stop' });
  };
  const list: AdRowsProps = {
    ads: shown,
    figures,
    missing: !problem ? copy.loading : problem.code === 'offline' ? copy.statsOffline : copy.statsFailed,
    days: lastDays(DAYS, today),
    today,
    offline,
    busyId,
    openId,
    daysAs: { isTable: isDaysTable, onTable: setDaysTable },
    onOpen: (id) => setOpenId(id === openId ? null : id),
    onActive: (ad, active) => void change(ad, active),
    onDelete: setDeleting,
  };
  const Rows = isTable ? AdTable : AdList;
  return (
    <div className={styles.page}>
      <div className={styles.tools}>
        <Field label={copy.search} type="search" value={search} onChange={({ target }) => setSearch(target.value)} />
        <Button kind="outline" disabled={rows.length === 0} onClick={() => exportAds(shown, figures, today)}>
          {copy.export}
        </Button>
        <LinkButton to="/admin/ads/new">
          <AddIcon size="s" />
          {copy.newAd}
        </LinkButton>
      </div>
      {problem && (
        <Trouble problem={{ ...problem, message: copy.statsFailed }} offline={copy.statsOffline} onRetry={reload} />
      )}
      {offline && <p className={styles.note}>{copy.needsNetwork}</p>}
      {drafts.length > 0 && <p className={styles.note}>{copy.unfinished(drafts.length)}</p>}
      <Nothing isReady={ready} isComplete={complete} offline={offline} all={rows.length} shown={shown.length} />
      {shown.length > 0 && at && (
        <p className={styles.note}>
          {copy.figuresOf}
          <LogTime iso={at} long />
        </p>
      )}
      {shown.length > 0 && <Rows {...list} />}
      {/* Here and not in a row, which is removed with its ad. */}
      <ConfirmDialog
        open={deleting !== null}
        title={copy.delete}
        text={copy.deleteAsk(deleting?.title ?? '')}
        confirmLabel={copy.delete}
        cancelLabel={copy.cancel}
        busy={busyId !== null}
        onCancel={() => setDeleting(null)}
        onConfirm={() => deleting && void remove(deleting)}
      />
    </div>
  );
}

interface NothingProps {
  isReady: boolean;
  isComplete: boolean;
  offline: boolean;
  all: number;
  shown: number;
}

function Nothing({ isReady, isComplete, offline, all, shown }: NothingProps) {
  if (shown > 0) return null;
  if (all > 0) return <p className={styles.note}>{copy.noneFound}</p>;
  if (isComplete) return <p className={styles.note}>{copy.none}</p>;
  if (isReady && offline) return <p className={styles.note}>{copy.loadFailed}</p>;
  return <output className={styles.note}>{copy.loading}</output>;
}

function useFigures(ads: readonly ManagedAd[]) {
  const stats = useAnswer(useCallback(() => adStats(), []));
  const days = useAnswer(useCallback(() => adDays(DAYS), []));
  const figures = stats.value && toFigures(ads, stats.value, days.value);
  const reload = () => {
    stats.reload();
    days.reload();
  };
  const isHere = figures !== null && days.value !== null;
  useReconnected(() => {
    if (isHere) reload();
  });
  return { figures, at: stats.at, problem: stats.problem ?? days.problem, reload };
}
