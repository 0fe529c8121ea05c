import { z } from 'zod';
import { EvidenceView } from '#contract/forms.ts';
import { requireActor } from '../_shared/actor.ts';
import { callDatabaseAsCaller } from '../_shared/database.ts';
import { endpoint, json, readBody } from '../_shared/http.ts';
import { signFile } from '../_shared/storage.ts';

/** Long enough to load a video, short enough that an address that was copied is of no use. */
const EVIDENCE_SECONDS = 120;

const Place = z.object({ bucket: z.string(), path: z.string() });

/**
 * Notes a view of evidence in the audit log, then signs one address of the file for staff. The buckets have no policy
 * to read it, so that there is no address without an entry.
 */
Deno.serve(
  endpoint(async (request) => {
    await requireActor(request);
    const wanted = await readBody(request, EvidenceView);
    if ('post_id' in wanted) {
      const { bucket, path } = Place.parse(await callDatabaseAsCaller(request, 'note_held_view', wanted));
      return json({ address: await signFile(bucket, path, EVIDENCE_SECONDS) });
    }
    await callDatabaseAsCaller(request, 'note_evidence_view', wanted);
    return json({ address: await signFile('csae-report-files', wanted.path, EVIDENCE_SECONDS) });
  }),
);
