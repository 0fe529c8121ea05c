import { useCallback, useState } from 'react';
import type { PageViewDay } from '#contract/page-views.ts';
import { adsAdminCopy as copy } from '#copy/ads-admin.ts';
import { pageViewDays } from './mutations.ts';
import { AsOf } from '#features/admin/as-of.tsx';
import { Trouble } from '#features/admin/trouble.tsx';
import { useAnswer } from '#ui/use-answer.ts';
import { dayOf, formatMonthDay, lastDays } from '#lib/days.ts';
import { Segmented } from '#ui/segmented.tsx';
import { useNow } from '#ui/use-now.ts';
import styles from './ads-page.module.css';
import { DayFigures, type TableChoice } from './day-figures.tsx';

const PERIODS = [
  { value: '30', label: copy.viewsDaysOf(30) },
  { value: '7', label: copy.viewsDaysOf(7) },
] as const;
const LONGEST = 30;

const sum = (rows: readonly PageViewDay[]): number => rows.reduce((total, { views }) => total + views, 0);

function byKey(rows: readonly PageViewDay[], key: 'day' | 'route'): Map<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(row[key], (sums.get(row[key]) ?? 0) + row.views);
  return sums;
}

/** Views per day and route pattern, for the ceo. They are not stored on the device. */
export function PageViews() {
  const { value, problem, at, reload } = useAnswer(useCallback(() => pageViewDays(2 * LONGEST), []));
  const [period, setPeriod] = useState<'30' | '7'>('30');
  const [isTable, setTable] = useState(false);
  return (
    <>
      <div className={styles.periods}>
        <Segmented legend={copy.viewsDays} value={period} choices={PERIODS} onChange={setPeriod} />
      </div>
      {problem && (
        <Trouble problem={{ ...problem, message: copy.viewsFailed }} offline={copy.viewsOffline} onRetry={reload} />
      )}
      <AsOf at={at} onReconnect={reload} />
      {!value && !problem && <output className={styles.note}>{copy.loading}</output>}
      {value?.length === 0 && <p className={styles.note}>{copy.viewsNone}</p>}
      {value && value.length > 0 && (
        <Period key={period} rows={value} count={Number(period)} choice={{ isTable, onTable: setTable }} />
      )}
      <p className={styles.note}>{copy.viewsNote}</p>
    </>
  );
}

function Period({ rows, count, choice }: { rows: readonly PageViewDay[]; count: number; choice: TableChoice }) {
  const days = lastDays(count, dayOf(new Date(useNow())));
  const [from = '', to = ''] = [days[0], days.at(-1)];
  const inside = rows.filter(({ day }) => day >= from);
  const before = sum(rows.filter(({ day }) => day < from && day >= (lastDays(count + 1, from)[0] ?? '')));
  const total = sum(inside);
  const perDay = byKey(inside, 'day');
  const viewsOf = (day: string) => perDay.get(day) ?? 0;
  const routes = [...byKey(inside, 'route')].toSorted(([, one], [, other]) => other - one);
  const change = before === 0 ? null : ((total - before) / before) * 100;
  return (
    <section className={styles.views} aria-label={copy.pageViews}>
      <dl className={styles.totals}>
        <div>
          <dt>{copy.viewsTotal(formatMonthDay(from), formatMonthDay(to))}</dt>
          <dd>{copy.number(total)}</dd>
        </div>
        <div>
          <dt>{copy.viewsPerDay}</dt>
          <dd>{copy.number(Math.round(total / count))}</dd>
        </div>
        {change !== null && (
          <div>
            <dt>{copy.viewsChange(count)}</dt>
            <dd>{`${change < 0 ? '−' : '+'}${copy.percent(Math.abs(change))}`}</dd>
          </div>
        )}
      </dl>
      <div className={styles.days}>
        <DayFigures
          days={days}
          value={viewsOf}
          choice={choice}
          chartLabel={copy.viewsChart(total)}
          labelEvery={Math.ceil(count / 5)}
          describe={(day) => copy.viewsOf(viewsOf(day))}
          columns={[copy.pageViews]}
          cells={(day) => [copy.number(viewsOf(day))]}
        />
      </div>
      <div>
        <h2>{copy.byPage}</h2>
        <ul className={styles.pages}>
          {routes.map(([route, views]) => (
            <li key={route}>
              <code>{route}</code>
              <span>{copy.number(views)}</span>
              <span className={styles.share} style={{ inlineSize: `${(views / (routes[0]?.[1] ?? views)) * 100}%` }} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
