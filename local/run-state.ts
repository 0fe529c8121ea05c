import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { writeFileWhole } from './files.ts';
import { codeOf, Sentence } from './sentence.ts';

/** What a running backend tells about itself in `run.json`, which is also the lock of its data directory. */
export interface RunState {
  pid: number;
  /** Tells a process from a later one with the same number; empty where the system does not say. */
  processStart: string;
  /** Random per start; the running server repeats it, so that another server on the port is not taken for ours. */
  instance: string;
  /** Known from the start; the server answers there when everything is up. */
  appUrl: string;
  databaseUrl: string;
  jwtSecret: string;
  anonKey: string;
  serviceRoleKey: string;
}

/** Milliseconds in which a backend whose npm was killed begins to stop. */
const KILLED_NOTICE = 700;

const fileOf = (dataDir: string): string => join(dataDir, 'run.json');

/** When the process with this number started, in the system's own unit; undefined when there is none. */
export function processStart(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return undefined;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold spaces; the fields after it do not. State is field 3, the start time field 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : (fields[19] ?? '');
  } catch {
    return '';
  }
}

function isAlive(state: RunState): boolean {
  const start = processStart(state.pid);
  return start !== undefined && (start === '' || state.processStart === '' || start === state.processStart);
}

/** The state of the backend that runs on this data directory, or undefined. What a dead one left behind does not count. */
export async function readRunState(dataDir: string): Promise<RunState | undefined> {
  const state = parse(await readText(dataDir));
  return state && isAlive(state) ? state : undefined;
}

/** True when the server of `state` answers and is the one that wrote it. */
export async function answers(state: RunState, timeoutMs = 5000): Promise<boolean> {
  try {
    const response = await fetch(`${state.appUrl}/_dev/status`, { signal: AbortSignal.timeout(timeoutMs) });
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null && 'instance' in body && body.instance === state.instance;
  } catch {
    return false;
  }
}

/** Throws Sentence when a backend runs on this data directory; one that is just stopping is waited for. */
export async function refuseRunning(dataDir: string): Promise<void> {
  const holder = await readRunState(dataDir);
  if (holder) await waitForEnd(holder, dataDir);
}

/** Takes the lock of a data directory. Throws Sentence when another backend holds it; takes over what a dead one left. */
export async function claim(
  dataDir: string,
  draft: Omit<RunState, 'pid' | 'processStart' | 'instance'>,
): Promise<RunLock> {
  const state: RunState = {
    ...draft,
    pid: process.pid,
    processStart: processStart(process.pid) ?? '',
    instance: randomUUID(),
  };
  const path = fileOf(dataDir);
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (await createWhole(path, JSON.stringify(state))) return new RunLock(path, state);
    const seen = await readText(dataDir);
    const holder = parse(seen);
    if (holder && isAlive(holder)) await waitForEnd(holder, dataDir);
    else await setAside(path, seen);
  }
  throw new Sentence(`${path} cannot be taken over. Delete it if no Rangeday runs on this folder.`);
}

/** Creates a file with its content in one step; false when it exists. */
async function createWhole(path: string, content: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, content, { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** A backend that is just stopping is waited for; one that runs is a reason not to start. */
async function waitForEnd(holder: RunState, dataDir: string): Promise<void> {
  if (await answers(holder)) {
    // Whoever kills npm and starts anew is faster than what npm had started notices.
    await new Promise((done) => setTimeout(done, KILLED_NOTICE));
    if (isAlive(holder) && (await answers(holder))) throw alreadyRuns(holder, dataDir);
  }
  for (let waited = 0; waited < 10_000; waited += 100) {
    if (!isAlive(holder)) return;
    await new Promise((done) => setTimeout(done, 100));
    if (await answers(holder, 500)) break;
  }
  if (isAlive(holder)) throw alreadyRuns(holder, dataDir);
}

function alreadyRuns(holder: RunState, dataDir: string): Sentence {
  return new Sentence(`Rangeday is already running at ${holder.appUrl} (process ${holder.pid}, data in ${dataDir}).`);
}

/** Two starts may both find a dead lock; only the one that moves exactly that file away may go on. */
async function setAside(path: string, seen: string | undefined): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  if ((await readFile(aside, 'utf8')) !== seen) await link(aside, path).catch(() => {});
  await rm(aside, { force: true });
}

async function readText(dataDir: string): Promise<string | undefined> {
  try {
    return await readFile(fileOf(dataDir), 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw new Sentence(`${fileOf(dataDir)} is not readable for you.`, { cause: error });
  }
}

function parse(text: string | undefined): RunState | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    if (typeof value !== 'object' || value === null) return undefined;
    const state = value as Partial<RunState>;
    if (typeof state.pid !== 'number' || typeof state.appUrl !== 'string') return undefined;
    return state as RunState;
  } catch {
    return undefined;
  }
}

/** The held lock of a data directory. */
export class RunLock {
  readonly #path: string;
  #state: RunState;

  constructor(path: string, state: RunState) {
    this.#path = path;
    this.#state = state;
  }

  get state(): RunState {
    return this.#state;
  }

  async update(change: Partial<RunState>): Promise<void> {
    this.#state = { ...this.#state, ...change };
    await writeFileWhole(this.#path, JSON.stringify(this.#state), 0o600);
  }

  async release(): Promise<void> {
    await rm(this.#path, { force: true });
  }
}
