import { useCallback, useRef, useState } from 'react';
import type { Picture } from '#contract/media.ts';
import { adsAdminCopy as copy } from '#copy/ads-admin.ts';
import type { DraftHandle } from '#features/drafts/use-draft.ts';
import { useObjectUrl } from '#lib/use-object-url.ts';
import { toast } from '#ui/toast-store.ts';
import type { ImageField } from './ad-fields.ts';
import { sendAdImage, takeAdImage } from './mutations.ts';

const UPLOADED: Readonly<Record<ImageField, string>> = { image: copy.uploaded, mobileImage: copy.mobileUploaded };

/** The pictures of the form of an ad: chosen ones are files of its draft until they are uploaded. */
export function useAdImages({ draft, change, changeFiles }: DraftHandle<'ad'>, offline: boolean) {
  const [busy, setBusy] = useState<readonly ImageField[]>([]);
  const [reasons, setReasons] = useState<Partial<Record<ImageField, string>>>({});
  const running = useRef(new Map<ImageField, Promise<string | null>>());
  const pendingOf = (field: ImageField) => draft?.files.find(({ name }) => name === field);

  async function upload(field: ImageField, picture: Parameters<typeof sendAdImage>[0]): Promise<string | null> {
    const reply = await sendAdImage(picture);
    if (!reply.ok) {
      toast(copy.uploadFailed, { tone: 'stop' });
      setReasons((all) => ({ ...all, [field]: reply.message }));
    }
    // A refused one leaves the form, and one that could not be sent stays.
    if (reply.ok || reply.message)
      await changeFiles(draft?.id ?? '', (files) => files.filter(({ id }) => id !== picture.id));
    if (!reply.ok) return null;
    change({ [field]: reply.url });
    toast(UPLOADED[field], { tone: 'done' });
    return reply.url;
  }

  /** Uploads a picture unless that is being done. Null: it failed. */
  function send(field: ImageField, picture = pendingOf(field)): Promise<string | null> {
    const before = running.current.get(field);
    if (before) return before;
    if (!picture) return Promise.resolve(null);
    setBusy((all) => [...all, field]);
    const sending = upload(field, picture).finally(() => {
      running.current.delete(field);
      setBusy((all) => all.filter((one) => one !== field));
    });
    running.current.set(field, sending);
    return sending;
  }

  return {
    pendingOf,
    send,
    isBusy: (field: ImageField) => busy.includes(field),
    reasonOf: (field: ImageField) => reasons[field] ?? null,
    /** Stores a chosen file with the draft, and uploads it if there is a connection. */
    async take(field: ImageField, file: File): Promise<void> {
      setReasons((all) => ({ ...all, [field]: '' }));
      const picture = await takeAdImage(field, file);
      if (!picture) return toast(copy.notStored, { tone: 'stop' });
      await changeFiles(draft?.id ?? '', (files) => [...files.filter(({ name }) => name !== field), picture]);
      change({ [field]: '' });
      if (!offline) await send(field, picture);
    },
    remove(field: ImageField): void {
      void changeFiles(draft?.id ?? '', (files) => files.filter(({ name }) => name !== field));
      change({ [field]: '' });
    },
  };
}

/** Where a picture of an ad is shown from: the bytes in its draft, or its address. '' for none. */
export function useAdImage(url: string, pending: Picture | undefined): string {
  const read = useCallback(async () => (pending ? new Blob([pending.bytes], { type: pending.type }) : null), [pending]);
  const local = useObjectUrl(pending?.id ?? null, read);
  return pending ? (local ?? '') : url;
}
