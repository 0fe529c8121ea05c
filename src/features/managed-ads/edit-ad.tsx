import { useState } from 'react';
import { adsAdminCopy as copy } from '#copy/ads-admin.ts';
import { useOffline } from '#features/moderation/queries.ts';
import { AdForm } from './ad-form.tsx';
import styles from './ads-page.module.css';
import { useManagedAds } from './queries.ts';

export function EditAd({ id, onSaved }: { id: string; onSaved: () => void }) {
  const { rows, complete } = useManagedAds();
  const offline = useOffline();
  const found = rows.find((one) => one.id === id) ?? null;
  // Deleted by somebody else meanwhile: what was typed stays, and saving it returns the reason.
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  const ad = found ?? (last?.id === id ? last : null);
  if (ad) return <AdForm ad={ad} onSaved={onSaved} />;
  if (complete) return <p className={styles.note}>{copy.notFound}</p>;
  return <output className={styles.note}>{offline ? copy.loadFailed : copy.loading}</output>;
}
