import { useState } from 'react';
import { appOnDeviceCopy } from '#copy/app-on-device.ts';
import { rangeCopy } from '#copy/range.ts';
import { formatBytes } from '#features/outbox/format.ts';
import { AppLine } from '#features/sync/app-line.tsx';
import { type AppOnDevice, useAppOnDevice } from '#features/sync/app-queries.ts';
import { useStatus } from '#features/sync/queries.ts';
import { isOffline } from '#lib/missing.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Flag } from '#ui/flag.tsx';
import { RangeModeIcon, RetryIcon } from '#ui/icons/more-icons.tsx';
import { LogTime } from '#ui/log-time.tsx';
import { Pill } from '#ui/pill.tsx';
import { Progress } from '#ui/progress.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { LineSkeleton } from '#ui/skeleton.tsx';
import { useNow } from '#ui/use-now.ts';
import { choosePacking, packForRange, stopPacking } from './mutations.ts';
import { type Holdings, type Packed, type Packing, useAhead, useHoldings, usePacking } from './queries.ts';
import { RangeKinds } from './range-kinds.tsx';
import { TagPacks } from './tag-packs.tsx';
import { WaitLine } from '#ui/wait-line.tsx';
import styles from './range-page.module.css';

const Wait = () => (
  <>
    <WaitLine>{rangeCopy.reading}</WaitLine>
    <LineSkeleton lines={5} />
  </>
);

const DAY_MS = 86_400_000;

/** One tap saves what may be read without signal, and shows what is here, how old it is and what it costs. */
export function RangePage() {
  const [chosen, setChosen] = useState(0);
  const holdings = useHoldings(chosen);
  const { of, ...state } = usePacking();
  // Of a tag: its own page shows it.
  const isOther = of !== '' && state.packing !== null;
  const { packing, problem } = of === '' ? state : { packing: null, problem: null };
  const status = useStatus();
  const { phase, updatedAt } = status;
  const app = useAppOnDevice();
  const now = useNow();
  if (!holdings) return <Wait />;
  const { packed } = holdings;
  const isReady = !packing && packed.at !== null && now - packed.at < DAY_MS;
  const choose = (part: Partial<Packed>) => void choosePacking(part).then(() => setChosen((count) => count + 1));
  return (
    <div className={styles.page}>
      {packing ? (
        <PackingHead packing={packing} />
      ) : isReady ? (
        <PackedHead holdings={holdings} at={new Date(packed.at ?? 0)} app={app} />
      ) : (
        <div className={styles.head}>
          <h2>{rangeCopy.idleTitle}</h2>
          <p>
            {updatedAt ? (
              <>
                {rangeCopy.idle} <LogTime iso={updatedAt.toISOString()} long />
              </>
            ) : (
              rangeCopy.idleUnknown
            )}
          </p>
        </div>
      )}
      <RangeKinds holdings={holdings} packing={packing} updatedAt={updatedAt} />
      <TagPacks />
      {!packing && <Choices packed={packed} onChoose={choose} />}
      <div className={styles.foot}>
        {packing ? (
          <Button kind="outline" wide onClick={stopPacking}>
            {rangeCopy.stop}
          </Button>
        ) : (
          <Button
            kind={isReady ? 'outline' : 'ink'}
            wide
            disabled={phase !== 'online' || isOther}
            onClick={() => {
              // The progress is at the top, and the button of a phone at the end.
              scrollTo(0, 0);
              void packForRange(packed.megabytes);
            }}
          >
            {isReady ? <RetryIcon size="s" /> : <RangeModeIcon size="s" />}
            {isReady ? rangeCopy.again : rangeCopy.pack(costOf(holdings))}
          </Button>
        )}
        <p role={problem ? 'alert' : undefined}>
          {isOther ? rangeCopy.busy : footOf(holdings, { packing, problem, isOffline: isOffline(status), isReady })}
        </p>
      </div>
    </div>
  );
}

function footOf(
  { free }: Holdings,
  now: {
    packing: Packing | null;
    problem: keyof typeof rangeCopy.problems | null;
    isOffline: boolean;
    isReady: boolean;
  },
): string {
  if (now.packing) return rangeCopy.stays;
  if (now.problem) return rangeCopy.problems[now.problem];
  if (now.isReady) return rangeCopy.later;
  return now.isOffline ? rangeCopy.offline : rangeCopy.notSaved(free === null ? null : formatBytes(free));
}

/** What packing downloads, roughly. Null: nothing to speak of. */
function costOf({ pictures, packed }: Holdings): string | null {
  const here = pictures.bytes - pictures.missing;
  const bytes = Math.max(0, Math.min(pictures.missing, packed.megabytes * 1_000_000 - here));
  return bytes < 100_000 ? null : formatBytes(bytes);
}

function PackingHead({ packing }: { packing: Packing }) {
  const { step, done, count, bytes, secondsLeft } = packing;
  const isPhotos = step === 'pictures';
  return (
    <div className={styles.head}>
      <h2>{rangeCopy.packingTitle}</h2>
      <p>
        {isPhotos ? rangeCopy.packingPhotos(formatBytes(bytes)) : rangeCopy.packingRows(done, count)}
        {secondsLeft !== null && ` · ${rangeCopy.left(secondsLeft)}`}
      </p>
      <Progress label={rangeCopy.progress} value={count === 0 ? null : done / count} />
    </div>
  );
}

/** Ready only if the app itself opens without signal too. */
function PackedHead({ holdings, at, app }: { holdings: Holdings; at: Date; app: AppOnDevice }) {
  const rows = Object.values(holdings.kinds).reduce((sum, { bytes }) => sum + bytes, 0);
  const total = rows + holdings.pictures.bytes - holdings.pictures.missing;
  const isReady = app.state === 'here';
  return (
    <div className={styles.head} data-ready={isReady}>
      {isReady && <Flag up={false} className={styles.flag} />}
      <div aria-live="polite">
        {app.state !== 'unknown' && <h2>{isReady ? rangeCopy.readyTitle : appOnDeviceCopy.notReadyTitle}</h2>}
        <p>
          {rangeCopy.ready(formatBytes(total))} <LogTime iso={at.toISOString()} long />
        </p>
        {!isReady && <AppLine app={app} />}
      </div>
    </div>
  );
}

const SIZES = ['10', '30', '100'];

function Choices({ packed, onChoose }: { packed: Packed; onChoose: (part: Partial<Packed>) => void }) {
  const ahead = useAhead(packed);
  return (
    <div className={styles.choices}>
      <Segmented
        legend={rangeCopy.photosUpTo}
        value={String(packed.megabytes)}
        choices={SIZES.map((value) => ({ value, label: rangeCopy.megabytes(value) }))}
        onChange={(value) => onChoose({ megabytes: Number(value) })}
      />
      <Field
        type="date"
        label={rangeCopy.day}
        hint={rangeCopy.dayHint}
        value={packed.day ?? ''}
        onChange={(event) => onChoose({ day: event.target.value || null })}
      />
      <fieldset className={styles.weekdays}>
        <legend>{rangeCopy.weekdays}</legend>
        {rangeCopy.weekdayNames.map((name, day) => {
          const isOn = packed.weekdays.includes(day);
          return (
            <Pill
              key={name}
              on={isOn}
              onClick={() =>
                onChoose({
                  weekdays: isOn ? packed.weekdays.filter((other) => other !== day) : [...packed.weekdays, day],
                })
              }
            >
              {name}
            </Pill>
          );
        })}
      </fieldset>
      {(packed.day !== null || packed.weekdays.length > 0) && <p>{ahead && rangeCopy.ahead[ahead]}</p>}
    </div>
  );
}
