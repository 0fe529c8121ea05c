import { type SyntheticEvent, useState } from 'react';
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
import { type Fields, toFields, toInput } from './ad-fields.ts';
import styles from './ad-form.module.css';
import { AdImageField } from './ad-image-field.tsx';
import { AdPreview } from './ad-preview.tsx';
import { ClientField } from './client-field.tsx';
import { NEW_ID, saveAd } from './mutations.ts';
import type { ManagedAd } from './queries.ts';

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

/** §2: the same form for a new ad and for one that exists. What was typed stays on the device until it was saved. */
export function AdForm({ ad, onSaved }: AdFormProps) {
  const { draft, change, switchTo } = useDraft(ad ? `ad:${ad.id}` : 'ad:new', toFields(ad));
  const offline = useOffline();
  const [isBusy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  if (!draft) return <output className={styles.wait}>{copy.loading}</output>;

  const fields: Fields = { ...toFields(ad), ...draft.text };
  const problems = problemsOf(fields);
  const problemOf = (name: FieldName): string | null => (isAsked ? (problems[name] ?? null) : null);
  const set = (name: keyof Fields) => (value: string) => change({ [name]: value });
  const type = AD_TYPES.find((known) => known === fields.type) ?? null;

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setAsked(true);
    const { data } = AdInput.safeParse(toInput(fields));
    if (!data) return toast(Object.values(problems)[0] ?? copy.missing, { tone: 'stop' });
    setBusy(true);
    const id = ad?.id ?? (draft.text[NEW_ID] || v7());
    if (!ad) change({ [NEW_ID]: id });
    const reply = await saveAd({ id, isNew: !ad, input: data }, offline);
    setBusy(false);
    if (reply.state === 'refused') return toast(ad ? copy.updateFailed : copy.createFailed, { tone: 'stop' });
    if (reply.state === 'held') toast(copy.held);
    else toast(ad ? copy.updated : copy.created, { tone: 'done' });
    change({ ...toFields(null), [NEW_ID]: '' });
    await switchTo(null);
    onSaved();
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
        <AdImageField
          label={copy.image}
          url={fields.image}
          error={problemOf('image_url')}
          uploadedText={copy.uploaded}
          onChange={set('image')}
        />
        <AdImageField
          label={copy.mobileImage}
          hint={copy.optional}
          url={fields.mobileImage}
          error={problemOf('mobile_image_url')}
          uploadedText={copy.mobileUploaded}
          isRemovable
          onChange={set('mobileImage')}
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
        <AdPreview type={type ?? 'banner'} image={fields.image} mobileImage={fields.mobileImage} title={fields.title} />
        <Switch
          label={copy.active}
          note={copy.activeNote}
          checked={fields.active === 'on'}
          onChange={({ target }) => set('active')(target.checked ? 'on' : 'off')}
        />
      </div>
      <div className={styles.foot}>
        <LinkButton kind="outline" to="/admin/ads">
          {copy.cancel}
        </LinkButton>
        <Button type="submit" busy={isBusy}>
          {ad ? (isBusy ? copy.updating : copy.update) : isBusy ? copy.creating : copy.create}
        </Button>
      </div>
    </form>
  );
}
