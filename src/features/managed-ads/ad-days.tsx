import { adsAdminCopy as copy } from '#copy/ads-admin.ts';
import styles from './ads-page.module.css';
import { DayFigures, type TableChoice } from './day-figures.tsx';
import { type AdFigures, ctrOf } from './queries.ts';

interface AdDaysProps {
  /** Oldest first. */
  days: readonly string[];
  /** Days with figures; undefined or null: not known. */
  known: AdFigures['days'] | undefined;
  /** Said instead of days that are not known. */
  missing: string;
  choice: TableChoice;
}

/** Impressions per day as bars with clicks as a line, or with CTR as a table. */
export function AdDays({ days, known, missing, choice }: AdDaysProps) {
  if (!known) return <output className={styles.quiet}>{missing}</output>;
  const of = (day: string) => known.get(day) ?? { impressions: 0, clicks: 0 };
  const total = days.reduce((sum, day) => sum + of(day).impressions, 0);
  const clicked = days.reduce((sum, day) => sum + of(day).clicks, 0);
  return (
    <section className={styles.days} aria-label={copy.lastDays(days.length)}>
      <DayFigures
        days={days}
        value={(day) => of(day).impressions}
        line={{ value: (day) => of(day).clicks, legend: copy.chartLegend }}
        chartLabel={copy.chart(days.length, total, clicked)}
        labelEvery={3}
        describe={(day) => copy.dayFigures(of(day).impressions, of(day).clicks)}
        choice={choice}
        columns={[copy.impressions, copy.clicks, copy.ctr]}
        cells={(day) => {
          const { impressions, clicks } = of(day);
          return [copy.number(impressions), copy.number(clicks), copy.percent(ctrOf(impressions, clicks))];
        }}
      />
    </section>
  );
}
