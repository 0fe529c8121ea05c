import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { POLL_LIMITS } from '#contract/polls.ts';
import { pollCardCopy } from '#copy/poll-card.ts';
import { pollsCopy } from '#copy/polls.ts';
import { isComposing } from '#lib/is-composing.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { ArrowUpIcon, CloseIcon } from '#ui/icons/icons.tsx';
import { AddIcon, TrashIcon } from '#ui/icons/more-icons.tsx';
import styles from './poll-builder.module.css';

interface PollFields {
  question: string;
  options: readonly string[];
}

interface PollBuilderProps {
  poll: PollFields;
  invalid: boolean;
  onChange: (poll: PollFields) => void;
  /** Absent: the poll of a post, which stays. */
  onRemove?: () => void;
}

/** A poll without votes. Options move by dragging their ring, by a button, or by Alt with an arrow key. */
export function PollBuilder({ poll, invalid, onChange, onRemove }: PollBuilderProps) {
  const { question, options } = poll;
  const list = useRef<HTMLOListElement>(null);
  const next = useRef<number | null>(null);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (next.current === null) return;
    list.current?.querySelectorAll('input')[next.current]?.focus();
    next.current = null;
  }, [options]);

  const change = (changed: readonly string[], focus?: number) => {
    if (focus !== undefined) next.current = focus;
    onChange({ question, options: changed });
  };
  const move = (from: number, to: number, focus?: number) => {
    const option = options[from];
    if (option === undefined || to < 0 || to >= options.length) return;
    change(options.toSpliced(from, 1).toSpliced(to, 0, option), focus);
    setSaid(pollsCopy.moved(to + 1, options.length));
  };
  const moveWithFocus = (from: number, to: number) => move(from, to, to);
  /** The place of the option that the pointer drags. */
  const [dragged, setDragged] = useState<number | null>(null);
  const onDrag = (event: PointerEvent) => {
    if (dragged === null) return;
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
    const to = rows.findIndex(({ top, bottom }) => event.clientY >= top && event.clientY < bottom);
    if (to === -1 || to === dragged) return;
    move(dragged, to);
    setDragged(to);
  };
  const add = () => change([...options, ''], options.length);
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (isComposing(event)) return;
    const isMove = event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown');
    if (!isMove && event.key !== 'Enter') return;
    event.preventDefault();
    if (isMove) moveWithFocus(index, event.key === 'ArrowUp' ? index - 1 : index + 1);
    else if (index + 1 < options.length) list.current?.querySelectorAll('input')[index + 1]?.focus();
    else if (options.length < POLL_LIMITS.maxOptions) add();
  };
  return (
    <fieldset className={styles.poll} aria-label={pollCardCopy.label} aria-describedby="composer-error">
      <div className={styles.head}>
        <input
          className={styles.question}
          aria-label={pollsCopy.question}
          aria-invalid={(invalid && question.trim() === '') || undefined}
          placeholder={pollsCopy.question}
          value={question}
          maxLength={POLL_LIMITS.question}
          autoComplete="off"
          data-poll-question
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event)) return;
            event.preventDefault();
            list.current?.querySelector('input')?.focus();
          }}
          onChange={(event) => onChange({ question: event.target.value, options })}
        />
        {onRemove && (
          <IconButton label={pollsCopy.remove} onClick={onRemove}>
            <TrashIcon />
          </IconButton>
        )}
      </div>
      <ol ref={list}>
        {options.map((option, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- options have no other identity, and the inputs are controlled
          <li key={index} className={styles.option} data-dragged={dragged === index}>
            <span
              className={styles.ring}
              aria-hidden="true"
              onPointerDown={(event) => {
                if (event.button !== 0) return;
                // No text is selected meanwhile, and the field keeps the focus.
                event.preventDefault();
                event.currentTarget.setPointerCapture(event.pointerId);
                setDragged(index);
              }}
              onPointerMove={onDrag}
              onLostPointerCapture={() => setDragged(null)}
            />
            <input
              dir="auto"
              className={styles.text}
              aria-label={pollsCopy.option(index + 1)}
              aria-describedby="poll-order"
              aria-invalid={(invalid && option.trim() === '') || undefined}
              placeholder={pollsCopy.option(index + 1)}
              value={option}
              maxLength={POLL_LIMITS.option}
              autoComplete="off"
              onKeyDown={(event) => onKeyDown(event, index)}
              onChange={(event) => change(options.with(index, event.target.value))}
            />
            {index > 0 && (
              <IconButton
                label={pollsCopy.moveUp(option.trim() || pollsCopy.option(index + 1))}
                onClick={() => moveWithFocus(index, index - 1)}
              >
                <ArrowUpIcon />
              </IconButton>
            )}
            {options.length > POLL_LIMITS.minOptions && (
              <IconButton
                label={pollsCopy.removeOption(option.trim() || pollsCopy.option(index + 1))}
                onClick={() => change(options.toSpliced(index, 1), Math.max(0, index - 1))}
              >
                <CloseIcon />
              </IconButton>
            )}
          </li>
        ))}
      </ol>
      {options.length < POLL_LIMITS.maxOptions && (
        <button type="button" className={styles.add} onClick={add}>
          <AddIcon />
          {pollsCopy.add}
        </button>
      )}
      {!onRemove && <p className={styles.order}>{pollsCopy.untilVote}</p>}
      <p id="poll-order" className={styles.order}>
        {pollsCopy.order}
      </p>
      <output className="sr">{said}</output>
    </fieldset>
  );
}
