import { DeadEnd } from '#ui/dead-end.tsx';
import { useEffect, useState } from 'react';
import { contactCopy } from '#copy/info.ts';
import { shellCopy } from '#copy/shell.ts';
import { FlagLow } from '#ui/quiet-drawings.tsx';
import { ContactForm } from './contact-form.tsx';
import { loadContactDraft, type ContactDraft } from './drafts.ts';
import styles from '#features/pages/text-page.module.css';

export function ContactPage() {
  const [draft, setDraft] = useState<ContactDraft | null>(null);
  const [isSent, setSent] = useState(false);
  useEffect(() => {
    let isUnmounted = false;
    void loadContactDraft().then((found) => isUnmounted || setDraft(found));
    return () => {
      isUnmounted = true;
    };
  }, []);
  if (isSent) {
    return (
      <div aria-live="polite">
        <DeadEnd drawing={<FlagLow />} title={contactCopy.thanksTitle} text={contactCopy.thanks} />
      </div>
    );
  }
  return (
    <div className={styles.page}>
      <p>{contactCopy.lead}</p>
      {draft ? <ContactForm draft={draft} onSent={() => setSent(true)} /> : <p>{shellCopy.loading}</p>}
    </div>
  );
}
