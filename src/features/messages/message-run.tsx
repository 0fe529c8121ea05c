import { cutText } from '#lib/cut-text.ts';
import { messagesCopy } from '#copy/messages.ts';
import { errorText } from '#copy/errors.ts';
import { outboxCopy } from '#copy/outbox.ts';
import { retryAction } from '#features/outbox/mutations.ts';
import { RichText } from '#features/text/rich-text.tsx';
import { AtName } from '#ui/at-name.tsx';
import { Button } from '#ui/button.tsx';
import { CheckIcon } from '#ui/icons/icons.tsx';
import { Stamp } from '#ui/stamp.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { toast } from '#ui/toast-store.ts';
import type { Run } from './days.ts';
import styles from './message-run.module.css';
import type { Message } from './queries.ts';

/** Messages of one side in one minute: bubbles, then one line with sender, time and state. */
export function MessageRun({ run, username, isNew }: { run: Run; username: string; isNew: boolean }) {
  const { mine, messages, last, clock } = run;
  return (
    <li className={styles.run} data-key={run.key} data-mine={mine} data-new={isNew}>
      {isNew && <p className={styles.new}>{messagesCopy.newMessages}</p>}
      {messages.map(({ id, text, state }) => (
        <div key={id} className={styles.bubble} data-state={state ?? 'sent'}>
          <RichText text={text} />
        </div>
      ))}
      <div className={styles.line}>
        {!mine && (
          <span className={styles.sender}>
            <AtName name={username} /> ·
          </span>
        )}
        <time dateTime={last.created_at} data-long>
          {clock}
        </time>
        {mine && <State message={last} />}
      </div>
      {last.state === 'refused' && <Refused message={last} />}
    </li>
  );
}

function State({ message: { state } }: { message: Message }) {
  if (state && state !== 'sent') return <Stamp state={state} label={outboxCopy.stamps[state]} />;
  return (
    <span className={styles.sent}>
      <CheckIcon size="s" />
      {outboxCopy.stamps.sent}
    </span>
  );
}

function Refused({ message: { text, refusal, actionId } }: { message: Message }) {
  const retry = async () => {
    if (!actionId) return;
    const result = await retryAction(actionId);
    if (!result.ok) toast(errorText(result.code), { tone: 'stop' });
  };
  return (
    <div className={styles.refused}>
      <p>{refusal ?? outboxCopy.noReason}</p>
      <div className={styles.ways}>
        <Button kind="text" size="s" aria-label={messagesCopy.retryOf(cutText(text, 40))} onClick={() => void retry()}>
          {messagesCopy.retry}
        </Button>
        <TextLink to="/outbox">{outboxCopy.seeOutbox}</TextLink>
      </div>
    </div>
  );
}
