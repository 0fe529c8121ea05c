import { Fragment, useId } from 'react';
import { AD_SIZES } from '#contract/managed-ads.ts';
import { adsAdminCopy as copy } from '#copy/ads-admin.ts';
import { formatMonthDay } from '#lib/days.ts';
import { Button } from '#ui/button.tsx';
import { ExternalLink } from '#ui/external-link.tsx';
import { ChevronDownIcon, EditIcon, TrashIcon } from '#ui/icons/more-icons.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { PlainSwitch } from '#ui/switch.tsx';
import { AdDays } from './ad-days.tsx';
import { AdSpark } from './ad-spark.tsx';
import { adState } from './ad-state.ts';
import styles from './ads-page.module.css';
import type { TableChoice } from './day-figures.tsx';
import { type AdFigures, type ManagedAd, sumOf } from './queries.ts';

export interface AdRowsProps {
  ads: readonly ManagedAd[];
  /** Null: not known. */
  figures: ReadonlyMap<string, AdFigures> | null;
  /** Said instead of the days of an ad that are not known. */
  missing: string;
  /** The days of the charts, oldest first. */
  days: readonly string[];
  /** UTC, YYYY-MM-DD. */
  today: string;
  offline: boolean;
  /** The ad that is being changed. */
  busyId: string | null;
  /** The ad whose details are shown. */
  openId: string | null;
  /** Whether those details are a table. */
  daysAs: TableChoice;
  onOpen: (id: string) => void;
  onActive: (ad: ManagedAd, active: boolean) => void;
  onDelete: (ad: ManagedAd) => void;
}

const sizeOf = ({ type }: ManagedAd): string => copy.size(type, AD_SIZES[type].width, AD_SIZES[type].height);
const datesOf = ({ start_date, end_date }: ManagedAd): string =>
  copy.from(formatMonthDay(start_date), end_date && formatMonthDay(end_date));

/** From 769 px. */
export function AdTable({ ads, figures, onOpen, openId, today, ...rest }: AdRowsProps) {
  const details = useId();
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="sr">{copy.ads}</caption>
        <thead>
          <tr>
            <th scope="col">{copy.active}</th>
            <th scope="col">{copy.ad}</th>
            <th scope="col">{copy.dates}</th>
            <th scope="col">{copy.impressions}</th>
            <th scope="col">{copy.clicks}</th>
            <th scope="col">{copy.ctr}</th>
            <th scope="col">
              <span className={styles.recent}>{copy.lastDays(rest.days.length)}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {ads.map((ad) => {
            const known = figures?.get(ad.id);
            const isOpen = ad.id === openId;
            return (
              <Fragment key={ad.id}>
                <tr data-open={isOpen}>
                  <td>
                    <ActiveSwitch ad={ad} {...rest} />
                  </td>
                  <th scope="row">
                    <span className={styles.ad}>
                      <Thumbnail ad={ad} />
                      <span>
                        <b>{ad.title}</b>
                        <small>
                          {ad.client ?? copy.noClient} · {sizeOf(ad)}
                        </small>
                      </span>
                    </span>
                  </th>
                  <td>
                    <StateText ad={ad} today={today} />
                    <small>{datesOf(ad)}</small>
                  </td>
                  <td>{known ? copy.number(known.impressions) : copy.unknown}</td>
                  <td>{known ? copy.number(known.clicks) : copy.unknown}</td>
                  <td>
                    <b>{known ? copy.percent(known.ctr) : copy.unknown}</b>
                  </td>
                  <td>
                    <AdSpark days={rest.days} known={known?.days} />
                    <button
                      type="button"
                      className={styles.opener}
                      aria-label={copy.details(ad.title)}
                      aria-expanded={isOpen}
                      aria-controls={isOpen ? details : undefined}
                      onClick={() => onOpen(ad.id)}
                    >
                      <ChevronDownIcon />
                    </button>
                  </td>
                </tr>
                {isOpen && (
                  <tr id={details} className={styles.details}>
                    <td colSpan={7}>
                      <div className={styles.columns}>
                        <AdDays days={rest.days} known={known?.days} missing={rest.missing} choice={rest.daysAs} />
                        <div>
                          <Facts ad={ad} />
                          <Actions ad={ad} {...rest} />
                        </div>
                      </div>
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
        {figures && ads.length > 1 && <Totals ads={ads} figures={figures} />}
      </table>
    </div>
  );
}

function Totals({ ads, figures }: Pick<AdRowsProps, 'ads'> & { figures: ReadonlyMap<string, AdFigures> }) {
  const { impressions, clicks, ctr } = sumOf(ads, figures);
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={3}>
          {copy.count(ads.length)}
        </th>
        <td>{copy.number(impressions)}</td>
        <td>{copy.number(clicks)}</td>
        <td>{copy.percent(ctr)}</td>
      </tr>
    </tfoot>
  );
}

/** The table under 769 px. */
export function AdList({ ads, figures, onOpen, openId, today, ...rest }: AdRowsProps) {
  return (
    <ul className={styles.list} aria-label={copy.ads}>
      {ads.map((ad) => {
        const known = figures?.get(ad.id);
        const isOpen = ad.id === openId;
        return (
          <li key={ad.id}>
            <div className={styles.head}>
              <b>{ad.title}</b>
              <ActiveSwitch ad={ad} {...rest} />
            </div>
            <div className={styles.ad}>
              <Thumbnail ad={ad} />
              <p>
                <small>
                  {ad.client ?? copy.noClient} · {sizeOf(ad)}
                </small>
                <small>
                  <StateText ad={ad} today={today} /> · {datesOf(ad)}
                </small>
              </p>
            </div>
            <dl className={styles.figures}>
              {(
                [
                  [copy.impressions, known && copy.number(known.impressions)],
                  [copy.clicks, known && copy.number(known.clicks)],
                  [copy.ctr, known && copy.percent(known.ctr)],
                ] as const
              ).map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value ?? copy.unknown}</dd>
                </div>
              ))}
            </dl>
            {isOpen && (
              <>
                <AdDays days={rest.days} known={known?.days} missing={rest.missing} choice={rest.daysAs} />
                <Facts ad={ad} />
              </>
            )}
            <div className={styles.foot}>
              <Button kind="text" size="s" aria-expanded={isOpen} onClick={() => onOpen(ad.id)}>
                {copy.perDay}
              </Button>
              <Actions ad={ad} {...rest} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

type StepProps = Pick<AdRowsProps, 'offline' | 'busyId' | 'onActive' | 'onDelete'> & { ad: ManagedAd };

const ActiveSwitch = ({ ad, offline, busyId, onActive }: StepProps) => (
  <PlainSwitch
    label={copy.toggle(ad.title)}
    checked={ad.active}
    disabled={offline || busyId === ad.id}
    onChange={({ target }) => onActive(ad, target.checked)}
  />
);

const StateText = ({ ad, today }: { ad: ManagedAd; today: string }) => {
  const { isLive, text } = adState(ad, today);
  return (
    <span className={styles.state} data-live={isLive}>
      {text}
    </span>
  );
};

const Thumbnail = ({ ad }: { ad: ManagedAd }) => (
  <span className={styles.thumbnail}>
    <img src={ad.image_url} alt="" loading="lazy" decoding="async" data-type={ad.type} />
  </span>
);

const Facts = ({ ad }: { ad: ManagedAd }) => (
  <dl className={styles.facts}>
    <div>
      <dt>{copy.destination}</dt>
      <dd>
        {ad.destination_url ? (
          <ExternalLink href={ad.destination_url}>{ad.destination_url.replace(/^https:\/\//, '')}</ExternalLink>
        ) : (
          copy.unknown
        )}
      </dd>
    </div>
  </dl>
);

const Actions = ({ ad, offline, busyId, onDelete }: StepProps) => (
  <span className={styles.actions}>
    <LinkButton kind="text" size="s" to="/admin/ads/edit/$id" params={{ id: ad.id }} aria-label={copy.editAd(ad.title)}>
      <EditIcon size="s" />
      {copy.edit}
    </LinkButton>
    <Button
      kind="danger"
      size="s"
      aria-label={copy.deleteAd(ad.title)}
      disabled={offline || busyId === ad.id}
      onClick={() => onDelete(ad)}
    >
      <TrashIcon size="s" />
      {copy.delete}
    </Button>
  </span>
);
