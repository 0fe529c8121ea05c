import { rangeCopy } from '#copy/range.ts';
import { formatBytes } from '#features/outbox/format.ts';
import { useStatus } from '#features/sync/queries.ts';
import { isOffline } from '#lib/missing.ts';
import { Button } from '#ui/button.tsx';
import { CheckIcon } from '#ui/icons/icons.tsx';
import { RangeModeIcon, RetryIcon, TrashIcon } from '#ui/icons/more-icons.tsx';
import { LogTime } from '#ui/log-time.tsx';
import { Progress } from '#ui/progress.tsx';
import { toast } from '#ui/toast-store.ts';
import { stopPacking } from './mutations.ts';
import { type Packing, usePacking } from './queries.ts';
import { packTag, removeTag } from './tag-mutations.ts';
import { type TagPack as Pack, useTagCost, useTagPacks } from './tag-queries.ts';
import styles from './tag-pack.module.css';

const copy = rangeCopy.tag;

interface TagPackProps {
  tag: string;
  /** Posts on this device: the size is measured again when it changes. */
  stored: number;
}

/** Saves the posts of a tag for a day without signal: what it costs, its progress, and what is here. */
export function TagPack({ tag, stored }: TagPackProps) {
  const { of, packing, problem } = usePacking();
  const packs = useTagPacks();
  const cost = useTagCost(tag, stored);
  const status = useStatus();
  // Its space is reserved.
  if (!packs) return <div className={styles.pack} />;
  if (packing && of === tag) return <Running tag={tag} packing={packing} />;
  const pack = packs.find((one) => one.tag === tag);
  const trouble = of === tag && problem ? rangeCopy.problems[problem] : null;
  const isBusy = packing !== null;
  return (
    <div className={styles.pack}>
      {pack && (
        <p className={styles.done}>
          <CheckIcon size="s" />
          <span>
            {copy.packed} <LogTime iso={new Date(pack.at).toISOString()} long /> ·{' '}
            {copy.size(pack.posts, pack.comments, formatBytes(pack.bytes))}
          </span>
        </p>
      )}
      <div className={styles.buttons}>
        <Button
          kind="outline"
          size="s"
          disabled={status.phase !== 'online' || isBusy}
          onClick={() => void packTag(tag)}
        >
          {pack ? <RetryIcon size="s" /> : <RangeModeIcon size="s" />}
          {pack ? copy.again : copy.pack(tag)}
        </Button>
        {pack && <RemoveTag tag={tag} />}
      </div>
      <p role={trouble ? 'alert' : undefined}>
        {trouble ??
          (isBusy
            ? rangeCopy.busy
            : isOffline(status)
              ? copy.offline
              : !pack && cost && copy.cost(cost.posts, cost.comments, formatBytes(cost.bytes)))}
      </p>
    </div>
  );
}

function Running({ tag, packing: { step, done, count, bytes, secondsLeft } }: { tag: string; packing: Packing }) {
  return (
    <div className={styles.pack}>
      <p>
        {step === 'pictures' ? rangeCopy.packingPhotos(formatBytes(bytes)) : copy.rows(done, count)}
        {secondsLeft !== null && ` · ${rangeCopy.left(secondsLeft)}`}
      </p>
      <Progress label={copy.progress(tag)} value={count === 0 ? null : done / count} />
      <div className={styles.buttons}>
        <Button kind="outline" size="s" onClick={stopPacking}>
          {rangeCopy.stop}
        </Button>
      </div>
    </div>
  );
}

export function RemoveTag({ tag }: Pick<Pack, 'tag'>) {
  const remove = () => void removeTag(tag).then(() => toast(copy.removed(tag), { tone: 'done' }));
  return (
    <Button kind="text" size="s" aria-label={copy.removeOf(tag)} onClick={remove}>
      <TrashIcon size="s" />
      {copy.remove}
    </Button>
  );
}
