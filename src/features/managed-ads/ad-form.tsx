import { type SyntheticEvent, useEffect, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { v7 } from 'uuid';
import { AD_TYPES, type AdType } from '#contract/ad-row.ts';
import { AD_SIZES, AD_TEXT_LENGTH, AdInput } from '#contract/managed-ads.ts';
import { adsAdminCopy as copy } from '#copy/ads-admin.ts';
import { useDraft } from '#features/drafts/use-draft.ts';
import { useOffline } from '#features/moderation/queries.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { RadioGroup } from '#ui/radio-group.tsx';
import { Switch } from '#ui/switch.tsx';
import { toast } from '#ui/toast-store.ts';
import { type Fields, type ImageField, toFields, toInput } from './ad-fields.ts';
import { WaitLine } from '#ui/wait-line.tsx';
import styles from './ad-form.module.css';
import { AdImageField } from './ad-image-field.tsx';
import { AdPreview } from './ad-preview.tsx';
import { ClientField } from './client-field.tsx';
import { readyAdDrafts, saveAd } from './mutations.ts';
import type { ManagedAd } from './queries.ts';
import { useAdImage, useAdImages } from './use-ad-images.ts';

type FieldName = keyof ReturnType<typeof toInput>;

/** The texts of §5 for each field that cannot be saved. */
function problemsOf(fields: Fields): Partial<Record<FieldName, string>> {
  const found = AdInput.safeParse(toInput(fields));
  const problems: Partial<Record<FieldName, string>> = {};
  for (const { path } of found.error?.issues ?? []) {
    const name = path[0] as FieldName;
    problems[name] ??=
      name === 'title' && fields.title.trim() !== ''
        ? copy.titleTooLong(AD_TEXT_LENGTH)
        : name === 'destination_url'
          ? copy.destinationInvalid
          : name === 'end_date'
            ? copy.datesInvalid
            : copy.missing;
  }
  return problems;
}

interface AdFormProps {
  /** Null: a new ad. */
  ad: ManagedAd | null;
  onSaved: () => void;
}

/** Stands for the address that a chosen picture will have. */
const CHOSEN = '/chosen';
/** The controls of fields with an error. */
const FAULTY = '[aria-invalid=true], fieldset[aria-describedby] :is([type=radio], button)';

/** §2: the same form for a new ad and for one that exists. What was typed stays on the device until it was saved. */
export function AdForm(props: AdFormProps) {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    let isMounted = true;
    void readyAdDrafts().then(() => isMounted && setReady(true));
    return () => {
      isMounted = false;
    };
  }, []);
  return isReady ? <Form {...props} /> : <WaitLine>{copy.loading}</WaitLine>;
}

function Form({ ad, onSaved }: AdFormProps) {
  const handle = useDraft(ad ? `ad:${ad.id}` : 'ad:new', toFields(ad));
  const { draft, change, changeFiles, switchTo } = handle;
  const offline = useOffline();
  const images = useAdImages(handle, offline);
  const [isBusy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const noteId = useId();
  const fields: Fields = { ...toFields(ad), ...draft?.fields };
  const image = useAdImage(fields.image, images.pendingOf('image'));
  const mobileImage = useAdImage(fields.mobileImage, images.pendingOf('mobileImage'));
  if (!draft) return <WaitLine>{copy.loading}</WaitLine>;

  const chosen = (field: ImageField) => ({ [field]: images.pendingOf(field) ? CHOSEN : fields[field] });
  const problems = problemsOf({ ...fields, ...chosen('image'), ...chosen('mobileImage') });
  const problemOf = (name: FieldName): string | null => (isAsked ? (problems[name] ?? null) : null);
  const set = (name: keyof Fields) => (value: string) => change({ [name]: value });
  const type = AD_TYPES.find((known) => known === fields.type) ?? null;
  const fieldOf = (field: ImageField, problem: string | null) => ({
    hasImage: fields[field] !== '' || images.pendingOf(field) !== undefined,
    error: images.reasonOf(field) || problem,
    isBusy: images.isBusy(field),
    onFile: (file: File) => images.take(field, file),
  });

  /** The addresses of the pictures, uploaded now if that was not done. Null: it failed. */
  const addresses = async (): Promise<Partial<Fields> | null> => {
    const found: Partial<Fields> = {};
    for (const field of ['image', 'mobileImage'] as const) {
      if (!images.pendingOf(field)) continue;
      const url = await images.send(field);
      if (url === null) return null;
      found[field] = url;
    }
    return found;
  };
  const save = async () => {
    const sent = await addresses();
    const data = sent && AdInput.safeParse(toInput({ ...fields, ...sent })).data;
    if (!data) return;
    const id = ad?.id ?? (draft.fields.id || v7());
    if (!ad) change({ id });
    const reply = await saveAd(id, !ad, data);
    if (!reply.ok) return toast(ad ? copy.updateFailed : copy.createFailed, { tone: 'stop' });
    toast(ad ? copy.updated : copy.created, { tone: 'done' });
    await changeFiles(draft.id, () => []);
    change({ ...toFields(null), id: '' });
    await switchTo(null);
    onSaved();
  };
  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    // Also by Enter in a field.
    if (offline || isBusy) return;
    flushSync(() => setAsked(true));
    const [problem] = Object.values(problems);
    if (problem) {
      // On a phone it is screens above the button.
      form.querySelector<HTMLElement>(FAULTY)?.focus();
      return toast(problem, { tone: 'stop' });
    }
    setBusy(true);
    await save();
    setBusy(false);
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <div className={styles.fields}>
        <Field
          label={copy.title}
          required
          value={fields.title}
          error={problemOf('title')}
          onChange={({ target }) => set('title')(target.value)}
        />
        <ClientField value={fields.client} error={problemOf('client_id')} offline={offline} onChange={set('client')} />
        <Field
          label={copy.destination}
          type="url"
          inputMode="url"
          placeholder="https://"
          hint={copy.destinationHint}
          value={fields.destination}
          error={problemOf('destination_url')}
          onChange={({ target }) => set('destination')(target.value)}
        />
        <AdImageField label={copy.image} src={image} {...fieldOf('image', problemOf('image_url'))} />
        <AdImageField
          label={copy.mobileImage}
          hint={copy.optional}
          src={mobileImage}
          {...fieldOf('mobileImage', problemOf('mobile_image_url'))}
          onRemove={() => images.remove('mobileImage')}
        />
        <div className={styles.dates}>
          <Field
            label={copy.start}
            type="date"
            required
            value={fields.start}
            error={problemOf('start_date')}
            onChange={({ target }) => set('start')(target.value)}
          />
          <Field
            label={copy.end}
            type="date"
            min={fields.start}
            value={fields.end}
            error={problemOf('end_date')}
            onChange={({ target }) => set('end')(target.value)}
          />
        </div>
      </div>
      <div className={styles.fields}>
        <RadioGroup<AdType>
          legend={copy.type}
          value={type}
          error={problemOf('type')}
          choices={AD_TYPES.map((value) => ({
            value,
            label: copy.size(value, AD_SIZES[value].width, AD_SIZES[value].height),
            note: copy.place[value],
          }))}
          onChange={set('type')}
        />
        <AdPreview type={type ?? 'banner'} image={image} mobileImage={mobileImage} title={fields.title} />
        <Switch
          label={copy.active}
          note={copy.activeNote}
          checked={fields.active === 'on'}
          onChange={({ target }) => set('active')(target.checked ? 'on' : 'off')}
        />
      </div>
      <div className={styles.foot}>
        <p id={noteId} aria-live="polite" className={styles.quiet}>
          {offline && copy.formOffline}
        </p>
        <LinkButton kind="outline" to="/admin/ads">
          {copy.cancel}
        </LinkButton>
        <Button type="submit" busy={isBusy} disabled={offline} aria-describedby={noteId}>
          {ad ? (isBusy ? copy.updating : copy.update) : isBusy ? copy.creating : copy.create}
        </Button>
      </div>
    </form>
  );
}
