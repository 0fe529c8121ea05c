import { requireActor } from '../_shared/actor.ts';
import { callDatabaseAsCaller } from '../_shared/database.ts';
import { endpoint, json } from '../_shared/http.ts';

/** Returns all stored data about the caller as one JSON file. */
Deno.serve(
  endpoint(async (request) => {
    // The database limits how often.
    await requireActor(request);
    const answer = json(await callDatabaseAsCaller(request, 'export_my_data', {}));
    answer.headers.set('content-disposition', 'attachment; filename="rangeday-data.json"');
    return answer;
  }),
);
