import { syncState } from '#data/device/sync-state.ts';
import { existingUsernames } from '#data/remote/existing-usernames.ts';
import { replicaStore } from '#data/replica/replica.ts';
import { createStore, type Store } from '#lib/store.ts';

/* Which mentioned names exist: here, then on the server, asked together, and again after a while. */

/** Usernames by their form in lower case; null: nobody has this name. Names that are missing are not known. */
export type KnownNames = ReadonlyMap<string, string | null>;

const names = createStore<KnownNames>(new Map());
export const knownNames: Store<KnownNames> = names;

/** Names that the server takes in one call. */
const MOST_NAMES = 50;
const GATHER_MS = 50;
/** After this time a name is asked for again: somebody may have taken it, or given it up. */
const RECHECK_MS = 10 * 60_000;

const wanted = new Set<string>();
const learnedAt = new Map<string, number>();
let timer: ReturnType<typeof setTimeout> | undefined;
let running: Promise<void> | undefined;

export function askFor(candidates: readonly string[]): void {
  for (const name of candidates) {
    if (Date.now() - (learnedAt.get(name) ?? 0) > RECHECK_MS) wanted.add(name);
  }
  schedule();
}

function schedule(): void {
  if (wanted.size > 0) timer ??= setTimeout(() => void run(), GATHER_MS);
}

async function run(): Promise<void> {
  timer = undefined;
  if (running) return running.then(schedule);
  await (running = lookUp().finally(() => (running = undefined)));
}

async function lookUp(): Promise<void> {
  const asked = [...wanted];
  for (const name of learn(await onDevice(asked))) wanted.delete(name);
  for (let batch = next(); batch.length > 0; batch = next()) {
    const found = await existingUsernames(batch);
    // No answer: asked again when the server can be reached, or with the next text.
    if (!found) return;
    const known = learn(found);
    for (const name of batch) wanted.delete(name);
    learnMissing(batch.filter((name) => !known.has(name)));
  }
}

const next = (): string[] => (syncState.get().phase === 'online' ? [...wanted].slice(0, MOST_NAMES) : []);

/** Returns the names in lower case. */
function learn(usernames: readonly string[]): Set<string> {
  const found = new Map(usernames.map((username) => [username.toLowerCase(), username]));
  store(found);
  return new Set(found.keys());
}

const learnMissing = (missing: readonly string[]): void => store(new Map(missing.map((name) => [name, null])));

function store(learned: KnownNames): void {
  if (learned.size === 0) return;
  for (const name of learned.keys()) learnedAt.set(name, Date.now());
  names.set(new Map([...names.get(), ...learned]));
}

/** Author cards come with posts, comments, friends and the members list. */
const CARDS = ['people', 'profiles_public', 'leaderboards', 'threads_index'];

async function onDevice(asked: readonly string[]): Promise<string[]> {
  const replica = replicaStore.get();
  if (!replica || asked.length === 0) return [];
  const parts = CARDS.map((table) => `SELECT author ->> '$.username' AS username FROM ${table}`);
  const sql = `SELECT DISTINCT username FROM (${parts.join(' UNION ALL ')})
    WHERE lower(username) IN (SELECT value FROM json_each(?))`;
  try {
    const rows = await replica.db.getAll<{ username: string }>(sql, [JSON.stringify(asked)]);
    return rows.map(({ username }) => username);
  } catch (error) {
    console.debug('Names could not be looked up on this device.', error);
    return [];
  }
}

// For the rest of the visit: mentions may be waiting for the database or the server.
syncState.subscribe(schedule);
replicaStore.subscribe(schedule);
