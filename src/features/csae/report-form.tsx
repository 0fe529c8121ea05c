import { useState, type SyntheticEvent } from 'react';
import { reportCopy } from '#copy/info.ts';
import { Button } from '#ui/button.tsx';
import fieldStyles from '#ui/field.module.css';
import { Field } from '#ui/field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import styles from '#ui/form.module.css';
import own from './report-form.module.css';
import { newReportId, submitReport, type ReportProblem } from './mutations.ts';

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

const EMPTY = { post_url: '', victim_username: '', description: '', reporter_email: '' };

/**
 * The child-safety report. Nothing of it is stored on this device: no draft, no queue; the files are released after the upload.
 */
export function ReportForm() {
  const [fields, setFields] = useState(EMPTY);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [id, setId] = useState(newReportId);
  const [problem, setProblem] = useState<ReportProblem | null>(null);
  const [state, setState] = useState<'editing' | 'submitting' | 'sent'>('editing');

  const change = (part: Partial<typeof EMPTY>) => {
    setFields({ ...fields, ...part });
    setProblem(null);
  };
  const choose = (chosen: readonly File[]) => {
    setFiles(chosen);
    // A failed attempt may have uploaded files into the old folder, where they cannot be deleted.
    setId(newReportId());
    setProblem(null);
  };

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (state === 'submitting') return;
    setState('submitting');
    const found = await submitReport({ id, files, ...fields });
    setProblem(found);
    setState(found ? 'editing' : 'sent');
    if (found) return;
    setFields(EMPTY);
    choose([]);
  };

  if (state === 'sent') {
    return (
      <div className={styles.form}>
        <output>{reportCopy.success}</output>
        <div>
          <Button kind="outline" size="s" onClick={() => setState('editing')}>
            {reportCopy.another}
          </Button>
        </div>
      </div>
    );
  }
  const textOf = (wanted: ReportProblem) => (problem === wanted ? TEXTS[wanted] : null);
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <div className={styles.problem} role="alert">
        {problem && !ON_A_FIELD.includes(problem) && <p>{TEXTS[problem]}</p>}
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
      <label className={own.files}>
        <span className={fieldStyles.label}>{reportCopy.files}</span>
        <input
          type="file"
          multiple
          accept="image/*,video/*"
          onChange={(event) => choose([...(event.target.files ?? [])])}
        />
        <span className={styles.quiet}>
          {files.length > 0 ? reportCopy.chosen(files.length) : reportCopy.filesHint}
        </span>
      </label>
      <div>
        <Button type="submit" busy={state === 'submitting'}>
          {state === 'submitting' ? reportCopy.submitting : reportCopy.submit}
        </Button>
      </div>
    </form>
  );
}
