import { type SyntheticEvent, useCallback, useEffect, useRef, useState } from 'react';
import { reportCopy } from '#copy/info.ts';
import { mediaCopy } from '#copy/media.ts';
import { Button } from '#ui/button.tsx';
import fieldStyles from '#ui/field.module.css';
import { Field } from '#ui/field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import styles from '#ui/form.module.css';
import { fileName, KeptReport, uploadState } from './kept-report.tsx';
import { type KeptReport as KeptReportState, useKeptReport } from './queries.ts';
import styleOf from './report-form.module.css';
import { discardReport, isSent, submitReport, type ReportProblem, sendKept, takeReport } from './mutations.ts';

const TEXTS: Record<ReportProblem, string> = {
  url_invalid: reportCopy.urlInvalid,
  description_missing: reportCopy.descriptionMissing,
  email_invalid: reportCopy.emailInvalid,
  too_long: reportCopy.tooLong,
  too_many_files: reportCopy.filesTooMany,
  bucket_missing: reportCopy.bucketMissing,
  files_failed: reportCopy.filesFailed,
  failed: reportCopy.failed,
};

const ON_A_FIELD: readonly (ReportProblem | null)[] = ['url_invalid', 'description_missing', 'email_invalid'];

const isSame =
  (one: File) =>
  (other: File): boolean =>
    one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

const EMPTY = { post_url: '', victim_username: '', description: '', reporter_email: '' };

/** The child-safety report. On this device only until it is sent: no draft, and its files go with it. */
export function ReportForm() {
  const { account, kept } = useKeptReport();
  return <AccountForm key={account} kept={kept} />;
}

function AccountForm({ kept }: { kept: KeptReportState | null | undefined }) {
  const [fields, setFields] = useState(EMPTY);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [problem, setProblem] = useState<ReportProblem | null>(null);
  const [state, setState] = useState<'editing' | 'submitting' | 'sent'>('editing');
  /** The report that waits, or has waited, on this device. */
  const [watched, setWatched] = useState<string | null>(null);
  /** What this form has stored, and therefore still shows. */
  const own = useRef<string | null>(null);
  const [discarded, setDiscarded] = useState<string | null>(null);

  const isWaiting = kept?.problem === null;
  if (isWaiting && kept.id !== watched && kept.id !== discarded) setWatched(kept.id);
  if (kept === null && watched !== null && state !== 'submitting') {
    setWatched(null);
    setState('sent');
  }
  const change = (part: Partial<typeof EMPTY>) => {
    setFields({ ...fields, ...part });
    setProblem(null);
  };
  const choose = (chosen: readonly File[]) => {
    setFiles(chosen);
    setProblem(null);
  };
  const add = (more: readonly File[]) => choose([...files, ...more.filter((file) => !files.some(isSame(file)))]);
  const clear = () => {
    setFields(EMPTY);
    choose([]);
  };

  // Refused after this page was closed: it can be corrected.
  const refused = kept?.problem ? kept : null;
  useEffect(() => {
    if (!refused || refused.id === own.current) return;
    own.current = refused.id;
    void takeReport(refused.id).then((found) => {
      if (!found) return;
      setFields(found.fields);
      setFiles(found.files);
    });
  }, [refused]);

  const send = useCallback(async () => {
    setState('submitting');
    await sendKept();
    const id = own.current;
    const isDone = id !== null && (await isSent(id));
    setState(isDone ? 'sent' : 'editing');
  }, []);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (state === 'submitting') return;
    setState('submitting');
    setProblem(null);
    const stored = await submitReport({ files, ...fields });
    if (!stored.ok) {
      setProblem(stored.problem);
      return setState('editing');
    }
    own.current = stored.id;
    await send();
  };
  const discard = async (id: string) => {
    own.current = null;
    setDiscarded(id);
    setWatched(null);
    clear();
    await discardReport(id);
  };

  const startAnother = () => {
    clear();
    own.current = null;
    setWatched(null);
    setState('editing');
  };

  if (state === 'sent') {
    return (
      <div className={styles.form}>
        <output>{reportCopy.success}</output>
        <div>
          <Button kind="outline" size="s" onClick={startAnother}>
            {reportCopy.another}
          </Button>
        </div>
      </div>
    );
  }
  if (isWaiting) {
    return (
      <KeptReport
        kept={kept}
        isBusy={state === 'submitting'}
        onSend={() => void send()}
        onDiscard={() => void discard(kept.id)}
      />
    );
  }
  const shown = problem ?? refused?.problem ?? null;
  const stateOf = ({ name }: File) => {
    const stored = refused?.files.find(({ path }) => path === name);
    return stored && uploadState(stored);
  };
  const textOf = (wanted: ReportProblem) => (shown === wanted ? TEXTS[wanted] : null);
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <div className={styles.problem} role="alert">
        {shown && !ON_A_FIELD.includes(shown) && <p>{TEXTS[shown]}</p>}
      </div>
      <Field
        label={reportCopy.url}
        type="url"
        inputMode="url"
        required
        autoComplete="off"
        value={fields.post_url}
        hint={reportCopy.urlHint}
        error={textOf('url_invalid')}
        onChange={(event) => change({ post_url: event.target.value })}
      />
      <Field
        label={reportCopy.victim}
        autoComplete="off"
        autoCapitalize="none"
        value={fields.victim_username}
        onChange={(event) => change({ victim_username: event.target.value })}
      />
      <TextArea
        label={reportCopy.description}
        required
        value={fields.description}
        error={textOf('description_missing')}
        rows={5}
        onChange={(event) => change({ description: event.target.value })}
      />
      <Field
        label={reportCopy.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        value={fields.reporter_email}
        hint={reportCopy.emailHint}
        error={textOf('email_invalid')}
        onChange={(event) => change({ reporter_email: event.target.value })}
      />
      <label className={styleOf.files}>
        <span className={fieldStyles.label}>{reportCopy.files}</span>
        <input
          type="file"
          multiple
          accept="image/*,video/*"
          onChange={({ target }) => {
            add([...(target.files ?? [])]);
            // So that a file that was removed can be chosen again; the list below shows what is attached.
            target.value = '';
          }}
        />
        <span className={styles.quiet}>{reportCopy.filesHint}</span>
      </label>
      {files.length > 0 && (
        <ul className={styleOf.list} aria-label={reportCopy.chosen(files.length)}>
          {files.map((file) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`}>
              <span>{fileName(file.name)}</span>
              <span className={styles.quiet}>{mediaCopy.size(file.size)}</span>
              {stateOf(file) && <span className={styles.quiet}>{stateOf(file)}</span>}
              <Button
                kind="text"
                size="s"
                aria-label={reportCopy.removeFile(fileName(file.name))}
                onClick={() => choose(files.filter((other) => other !== file))}
              >
                {reportCopy.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={styleOf.buttons}>
        <Button type="submit" busy={state === 'submitting'}>
          {state === 'submitting' ? reportCopy.submitting : reportCopy.submit}
        </Button>
        {refused && (
          <Button kind="danger" onClick={() => void discard(refused.id)}>
            {reportCopy.discard}
          </Button>
        )}
      </div>
    </form>
  );
}
