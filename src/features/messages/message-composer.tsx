import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { MESSAGE_LENGTH } from '#contract/messages.ts';
import { countCharacters } from '#contract/text.ts';
import { errorText } from '#copy/errors.ts';
import { messagesCopy } from '#copy/messages.ts';
import { LostDraft } from '#features/drafts/draft-state.tsx';
import { useDraft } from '#features/drafts/use-draft.ts';
import { useSettings } from '#features/settings/queries.ts';
import { Button } from '#ui/button.tsx';
import { useEmojiPanel } from '#ui/emoji-panel.tsx';
import { FieldNote } from '#ui/field-note.tsx';
import { GrowingTextarea } from '#ui/growing-textarea.tsx';
import { useMedia } from '#ui/use-media.ts';
import { isComposing } from '#lib/is-composing.ts';
import { cx } from '#ui/class-names.ts';
import line from '#ui/composer-line.module.css';
import styles from './message-composer.module.css';
import { sendMessage } from './mutations.ts';

/** Devices whose keyboard is on the screen. */
const TOUCH = '(hover: none) and (pointer: coarse)';

/** What was typed before the draft was read, which takes a moment at a start. */
const NOTHING_EARLY = { text: '', isSent: false };

interface MessageComposerProps {
  userId: string;
  /** No database can be opened, so nothing can be sent. */
  noStorage: boolean;
  onSent: () => void;
}

/** The field below a thread. It also works before the database is open. One draft per thread. */
export function MessageComposer({ userId, noStorage, onSent }: MessageComposerProps) {
  const { draft, saved, change, switchTo } = useDraft(`message:${userId}`);
  const [error, setError] = useState<string | null>(null);
  const isTouch = useMedia(TOUCH);
  const breaksLine = useSettings().enterBreaks && isTouch;
  const box = useRef<HTMLDivElement>(null);
  const emoji = useEmojiPanel(() => box.current?.querySelector('textarea'));
  const [early, setEarly] = useState(NOTHING_EARLY);
  const stored = draft?.fields.text ?? '';
  const text = stored + early.text;
  const over = countCharacters(text.trim()) - MESSAGE_LENGTH;

  const send = async () => {
    if (over > 0 || text.trim() === '') return;
    if (!draft) return setEarly({ text, isSent: true });
    const { id } = draft;
    emoji.close();
    // The next message can be written at once. A failure brings the text back.
    const [result] = await Promise.all([
      sendMessage({ recipient_id: userId, content: text, draftId: id }),
      switchTo(null),
    ]);
    if (result.ok) return onSent();
    await switchTo(id);
    setError(errorText(result.code));
  };

  const write = (value: string) => {
    setError(null);
    setEarly(draft ? NOTHING_EARLY : { text: value, isSent: false });
    change({ text: value });
  };

  const takeEarly = useEffectEvent(() => {
    if (early.text === '') return;
    write(text);
    // Not together with an older draft, which the member has not seen.
    if (early.isSent && stored === '') void send();
  });
  const isRead = draft !== null;
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the draft was read outside of React
    if (isRead) takeEarly();
  }, [isRead]);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
    if (breaksLine && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    void send();
  };

  return (
    <form
      className={cx(line.form, styles.form)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div ref={box} className={cx(line.row, styles.row)}>
        <GrowingTextarea
          className={cx(line.text, styles.text)}
          rows={1}
          aria-label={messagesCopy.placeholder}
          aria-invalid={error ? true : undefined}
          aria-describedby="message-error"
          placeholder={messagesCopy.placeholder}
          enterKeyHint={breaksLine ? 'enter' : 'send'}
          value={text}
          onKeyDown={onKeyDown}
          onChange={(event) => write(event.target.value)}
        />
        {emoji.button}
        <Button type="submit" disabled={over > 0}>
          {messagesCopy.send}
        </Button>
      </div>
      {emoji.panel}
      {over > 0 && (
        <output data-later className={line.over}>
          {messagesCopy.over(over)}
        </output>
      )}
      <FieldNote id="message-error" error={error ?? (noStorage ? messagesCopy.noStorage : null)} />
      <LostDraft saved={saved} />
    </form>
  );
}
