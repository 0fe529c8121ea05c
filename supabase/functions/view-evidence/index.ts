import { EvidenceView } from '#contract/forms.ts';
import { requireActor } from '../_shared/actor.ts';
import { callDatabaseAsCaller } from '../_shared/database.ts';
import { endpoint, json, readBody } from '../_shared/http.ts';
import { signFile } from '../_shared/storage.ts';

/** Long enough to load a video, short enough that an address that was copied is of no use. */
const EVIDENCE_SECONDS = 120;

/**
 * Notes a view of evidence in the audit log, then signs one address of the file for staff. The bucket has no policy to read it, so that
 * there is no address without an entry.
 */
Deno.serve(
  endpoint(async (request) => {
    await requireActor(request);
    const { report_id, path } = await readBody(request, EvidenceView);
    await callDatabaseAsCaller(request, 'note_evidence_view', { report_id, path });
    return json({ address: await signFile('csae-report-files', path, EVIDENCE_SECONDS) });
  }),
);
