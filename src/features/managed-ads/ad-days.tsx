import { useState } from 'react';
import { adsAdminCopy as copy } from '#copy/ads-admin.ts';
import { formatDay, formatMonthDay } from '#lib/days.ts';
import { BarChart } from '#ui/bar-chart.tsx';
import { Button } from '#ui/button.tsx';
import styles from './ads-page.module.css';
import type { AdFigures } from './queries.ts';

interface AdDaysProps {
  /** Oldest first. */
  days: readonly string[];
  /** Undefined: not known. */
  figures: AdFigures | undefined;
}

/** Every this many days has a label. */
const LABELLED = 3;

/** Impressions per day as bars, or with clicks and CTR as a table. */
export function AdDays({ days, figures }: AdDaysProps) {
  const [isTable, setTable] = useState(false);
  const [chosen, setChosen] = useState(days.at(-1) ?? '');
  const of = (day: string) => figures?.days.get(day) ?? { impressions: 0, clicks: 0 };
  if (!figures) return <p className={styles.quiet}>{copy.statsFailed}</p>;
  const selected = of(chosen);
  return (
    <section className={styles.days} aria-label={copy.lastDays(days.length)}>
      <div className={styles.head}>
        <p>
          <b>{isTable ? copy.lastDays(days.length) : formatDay(chosen)}</b>{' '}
          {!isTable && copy.dayFigures(selected.impressions, selected.clicks)}
        </p>
        <Button kind="text" size="s" onClick={() => setTable(!isTable)}>
          {isTable ? copy.asChart : copy.asTable}
        </Button>
      </div>
      {isTable ? (
        <table className={styles.numbers}>
          <thead>
            <tr>
              <th scope="col">{copy.day}</th>
              <th scope="col">{copy.impressions}</th>
              <th scope="col">{copy.clicks}</th>
              <th scope="col">{copy.ctr}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day) => {
              const { impressions, clicks } = of(day);
              return (
                <tr key={day}>
                  <th scope="row">{formatDay(day)}</th>
                  <td>{copy.number(impressions)}</td>
                  <td>{copy.number(clicks)}</td>
                  <td>{copy.percent(impressions === 0 ? 0 : (clicks / impressions) * 100)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      ) : (
        <BarChart
          label={copy.chart(
            days.length,
            days.reduce((sum, day) => sum + of(day).impressions, 0),
          )}
          bars={days.map((day, index) => ({
            key: day,
            value: of(day).impressions,
            label: index % LABELLED === 0 ? formatMonthDay(day) : undefined,
          }))}
          selected={chosen}
          onSelect={setChosen}
          format={copy.number}
        />
      )}
    </section>
  );
}
