import styles from './bar-chart.module.css';

export interface Bar {
  key: string;
  value: number;
  /** Under the bar; without it no label. */
  label?: string | undefined;
}

interface BarChartProps {
  bars: readonly Bar[];
  /** A second series over the bars, on a scale of its own whose top the legend names. */
  line?: { values: readonly number[]; legend: (top: number) => string } | undefined;
  /** What the chart shows, for screen readers; the numbers are in a table beside it. */
  label: string;
  selected: string;
  onSelect: (key: string) => void;
  format: (value: number) => string;
}

const HEIGHT = 100;
const STEP = 10;
const NICE = [1, 2, 2.5, 5, 10];

/** The least round number that all values fit under, at least 2. */
function niceTop(most: number): number {
  if (most <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(most));
  return power * (NICE.find((factor) => factor * power >= most) ?? 10);
}

/** Bars from 0 with a scale of three lines. A bar is chosen by pointer; the keyboard has the table. */
export function BarChart({ bars, line, label, selected, onSelect, format }: BarChartProps) {
  const top = niceTop(Math.max(0, ...bars.map(({ value }) => value)));
  const lineTop = niceTop(Math.max(0, ...(line?.values ?? [])));
  return (
    <div className={styles.chart}>
      <div>
        <svg
          className={styles.bars}
          viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
          preserveAspectRatio="none"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img element cannot have bars that are chosen
          role="img"
          aria-label={label}
        >
          {[0, 0.5, 1].map((share) => (
            <line
              key={share}
              className={styles.line}
              x1={0}
              x2={bars.length * STEP}
              y1={share * HEIGHT}
              y2={share * HEIGHT}
            />
          ))}
          {bars.map(({ key, value }, index) => (
            <g key={key} onPointerDown={() => onSelect(key)} onPointerMove={() => onSelect(key)}>
              <rect className={styles.hit} x={index * STEP} width={STEP} height={HEIGHT} />
              <rect
                className={styles.bar}
                data-selected={key === selected}
                x={index * STEP + 1.5}
                width={STEP - 3}
                y={HEIGHT - (value / top) * HEIGHT}
                height={(value / top) * HEIGHT}
              />
            </g>
          ))}
          {line && (
            <polyline
              className={styles.series}
              points={line.values
                .map((value, index) => `${(index + 0.5) * STEP},${HEIGHT - (value / lineTop) * HEIGHT}`)
                .join(' ')}
            />
          )}
        </svg>
        <div className={styles.labels} aria-hidden="true">
          {bars.map(({ key, label: text }) => (
            <span key={key}>{text && <span>{text}</span>}</span>
          ))}
        </div>
      </div>
      <div className={styles.scale} aria-hidden="true">
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{format(value)}</span>
        ))}
      </div>
      {line && <p className={styles.legend}>{line.legend(lineTop)}</p>}
    </div>
  );
}
