import { csaeCopy, reportCopy } from '#copy/info.ts';
import { ReportForm } from './report-form.tsx';
import { TextPage } from '#features/pages/text-page.tsx';
import styles from '#features/pages/text-page.module.css';

/** §2: the child-safety policy with its report form. */
export function CsaePage({ abuseEmail }: { abuseEmail: string }) {
  return (
    <TextPage lead={csaeCopy.lead} sections={csaeCopy.sections}>
      <section id="report" className={styles.section}>
        <h2>{reportCopy.title}</h2>
        <p>{reportCopy.lead}</p>
        <ReportForm />
        <p>
          {reportCopy.abuseAddress}{' '}
          <a className={styles.mail} href={`mailto:${abuseEmail}`}>
            {abuseEmail}
          </a>
        </p>
      </section>
    </TextPage>
  );
}
