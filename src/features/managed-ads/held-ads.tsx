import { useNavigate } from '@tanstack/react-router';
import type { AdInput } from '#contract/managed-ads.ts';
import { adsAdminCopy as copy } from '#copy/ads-admin.ts';
import { Button } from '#ui/button.tsx';
import styles from './ads-page.module.css';
import { type HeldAd, useHeldAds } from './held-queries.ts';
import { discardAd, editHeldAd, retryAd } from './mutations.ts';

interface HeldAdsProps {
  /** The fields of the form. */
  toText: (input: AdInput) => Record<string, string>;
}

/** Ads that were saved on this device and are not on the server yet. */
export function HeldAds({ toText }: HeldAdsProps) {
  const held = useHeldAds();
  if (held.length === 0) return null;
  return (
    <section className={styles.held} aria-label={copy.heldTitle}>
      <h2>{copy.heldTitle}</h2>
      <ul>
        {held.map((ad) => (
          <Held key={ad.id} ad={ad} toText={toText} />
        ))}
      </ul>
    </section>
  );
}

function Held({ ad, toText }: HeldAdsProps & { ad: HeldAd }) {
  const navigate = useNavigate();
  const { id, title, jobs, sent, size, refused, isNew } = ad;
  const edit = async () => {
    const existing = await editHeldAd(id, toText);
    await (existing === null
      ? navigate({ to: '/admin/ads/new' })
      : navigate({ to: '/admin/ads/edit/$id', params: { id: existing } }));
  };
  const state =
    refused !== null
      ? `${isNew ? copy.createFailed : copy.updateFailed}: ${copy.heldRefused(refused)}`
      : sent > 0
        ? copy.heldUploading(sent, size)
        : copy.heldNote;
  return (
    <li>
      <p>
        <strong>{title}</strong>
        {state}
      </p>
      <span>
        {refused !== null && (
          <Button kind="text" size="s" onClick={() => void retryAd(jobs)}>
            {copy.heldRetry}
          </Button>
        )}
        <Button kind="text" size="s" onClick={() => void edit()}>
          {copy.heldEdit}
        </Button>
        <Button kind="danger" size="s" onClick={() => void discardAd(jobs)}>
          {copy.heldDiscard}
        </Button>
      </span>
    </li>
  );
}
