import { type ReactNode, useState } from 'react';
import { adsAdminCopy as copy } from '#copy/ads-admin.ts';
import { formatDay, formatMonthDay } from '#lib/days.ts';
import { BarChart } from '#ui/bar-chart.tsx';
import { Button } from '#ui/button.tsx';
import styles from './ads-page.module.css';

/** Held by the page, whose layout may replace the figures. */
export interface TableChoice {
  isTable: boolean;
  onTable: (isTable: boolean) => void;
}

interface DayFiguresProps {
  /** Oldest first. */
  days: readonly string[];
  /** Height of a day's bar. */
  value: (day: string) => number;
  /** A second series, drawn as a line. */
  line?: { value: (day: string) => number; legend: (top: number) => string };
  chartLabel: string;
  /** One of this many bars has its day below it. */
  labelEvery: number;
  /** Figures of the chosen day, in words. */
  describe: (day: string) => ReactNode;
  /** Of the table, after the day. */
  columns: readonly string[];
  cells: (day: string) => readonly string[];
  choice: TableChoice;
}

/** Figures per day as bars, or as a table with the newest day first. */
export function DayFigures({
  days,
  value,
  line,
  chartLabel,
  labelEvery,
  describe,
  columns,
  cells,
  choice,
}: DayFiguresProps) {
  const { isTable, onTable } = choice;
  const [chosen, setChosen] = useState(days.at(-1) ?? '');
  return (
    <>
      <div className={styles.head}>
        <p>
          <b>{isTable ? copy.lastDays(days.length) : formatDay(chosen)}</b> {!isTable && describe(chosen)}
        </p>
        <Button kind="text" size="s" onClick={() => onTable(!isTable)}>
          {isTable ? copy.asChart : copy.asTable}
        </Button>
      </div>
      {isTable ? (
        <table className={styles.numbers}>
          <thead>
            <tr>
              {[copy.day, ...columns].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day) => (
              <tr key={day}>
                <th scope="row">{formatDay(day)}</th>
                {cells(day).map((text, index) => (
                  <td key={columns[index]}>{text}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <BarChart
          label={chartLabel}
          bars={days.map((day, index) => ({
            key: day,
            value: value(day),
            label: index % labelEvery === 0 ? formatMonthDay(day) : undefined,
          }))}
          line={line && { values: days.map(line.value), legend: line.legend }}
          selected={chosen}
          onSelect={setChosen}
          format={copy.number}
        />
      )}
    </>
  );
}
