import { Actions } from './actions.tsx';
import { Floating } from './floating.tsx';
import { Forms } from './forms.tsx';
import { Notices } from './notices.tsx';
import { Pictures } from './pictures.tsx';
import { Signs } from './signs.tsx';
import styles from './sheet.module.css';

/** A component that opens in the page, alone so that it is visible. */
const IN_PAGE = ['emoji', 'reactions'];

export function Sheet({ open }: { open: string | null }) {
  return (
    <main className={styles.sheet}>
      <h1>Components</h1>
      {!IN_PAGE.includes(open ?? '') && (
        <div className={styles.columns}>
          <div>
            <Signs />
            <Actions />
            <Forms />
          </div>
          <div>
            <Notices />
            <Pictures />
          </div>
        </div>
      )}
      <Floating open={open} />
    </main>
  );
}
