import { encode } from 'uqr';
import { codeUrl, type ProfileCode } from '#contract/profile-code.ts';
import styles from './codes.module.css';

/** The empty modules around a code that readers need (ISO/IEC 18004). */
const MARGIN = 4;

/**
 * A member's code, black on white in every theme, because readers need that. As wide as its place. Hidden from screen
 * readers: what stands beside it says whose it is.
 */
export function CodeImage({ code }: { code: ProfileCode }) {
  const { size, data } = encode(codeUrl(code, location.origin), { ecc: 'M', border: 0 });
  const whole = size + 2 * MARGIN;
  return (
    <svg
      className={styles.image}
      viewBox={`${-MARGIN} ${-MARGIN} ${whole} ${whole}`}
      aria-hidden="true"
      shapeRendering="crispEdges"
    >
      <path d={pathOf(data)} />
    </svg>
  );
}

/** A rectangle for each run of dark modules in a row. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  let path = '';
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      const start = x;
      while (row[x]) x += 1;
      if (x > start) path += `M${start} ${y}h${x - start}v1H${start}z`;
    }
  }
  return path;
}
