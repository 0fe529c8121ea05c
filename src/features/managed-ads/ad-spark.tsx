import styles from './ads-page.module.css';
import type { AdFigures } from './queries.ts';

const WIDTH = 6;
const GAP = 1;
const HEIGHT = 32;

/** Recent impressions at a glance. Hidden from screen readers, because the details have the figures. */
export function AdSpark({ days, known }: { days: readonly string[]; known: AdFigures['days'] | undefined }) {
  const values = days.map((day) => known?.get(day)?.impressions ?? 0);
  const top = Math.max(...values);
  if (top === 0) return null;
  return (
    <svg className={styles.spark} viewBox={`0 0 ${days.length * (WIDTH + GAP)} ${HEIGHT}`} aria-hidden="true">
      {values.map((value, index) => {
        const height = (value / top) * HEIGHT;
        return <rect key={days[index]} x={index * (WIDTH + GAP)} y={HEIGHT - height} width={WIDTH} height={height} />;
      })}
    </svg>
  );
}
