import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { writeFileAtomically } from '../system/files.ts';
import { codeOf, UserError } from '../system/user-error.ts';

/** The contents of `run.json`, which is also the lock of its data directory. */
export interface RunState {
  pid: number;
  /** Distinguishes a process from a later one with the same id; empty if the system does not tell. */
  processStart: string;
  /** Random per start; the server returns it, so that another server on the port is not taken for ours. */
  instance: string;
  /** Known from the start; the server responds there once everything is up. */
  appUrl: string;
  databaseUrl: string;
  jwtSecret: string;
  anonKey: string;
  serviceRoleKey: string;
}

/** Milliseconds until a backend notices that its npm was killed, and begins to stop. */
const KILLED_NOTICE = 700;

const fileOf = (dataDir: string): string => join(dataDir, 'run.json');

/** When the process with this id started, in the system's unit; undefined if there is none. */
export function processStart(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return undefined;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces; the fields after it do not. State is field 3, the start time field
    // 22.
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

/**
 * The state of the backend that runs on this data directory, or undefined. Ignores the file of a process that has
 * exited.
 */
export async function readRunState(dataDir: string): Promise<RunState | undefined> {
  const state = parse(await readText(dataDir));
  return state && isAlive(state) ? state : undefined;
}

/** Whether the server of `state` responds and is the one that wrote it. */
export async function isResponding(state: RunState, timeoutMs = 5000): Promise<boolean> {
  try {
    const response = await fetch(`${state.appUrl}/_dev/status`, { signal: AbortSignal.timeout(timeoutMs) });
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null && 'instance' in body && body.instance === state.instance;
  } catch {
    return false;
  }
}

/** Throws UserError if a backend runs on this data directory. Waits for one that is stopping. */
export async function assertNotRunning(dataDir: string): Promise<void> {
  const holder = await readRunState(dataDir);
  if (holder) await waitUntilStopped(holder, dataDir);
}

/**
 * Takes the lock of a data directory. Throws UserError if another backend holds it; replaces the lock of a process that
 * has exited.
 */
export async function acquireLock(
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
    if (await createAtomically(path, JSON.stringify(state))) return new RunLock(path, state);
    const seen = await readText(dataDir);
    const holder = parse(seen);
    if (holder && isAlive(holder)) await waitUntilStopped(holder, dataDir);
    else await removeStaleLock(path, seen);
  }
  throw new UserError(`${path} cannot be taken over. Delete it if Rangeday is not running on this folder.`);
}

/** Creates a file with its content atomically; returns false if it exists. */
async function createAtomically(path: string, content: string): Promise<boolean> {
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

/** Waits for a backend that is stopping; throws for one that keeps running. */
async function waitUntilStopped(holder: RunState, dataDir: string): Promise<void> {
  if (await isResponding(holder)) {
    // A new start right after npm was killed is faster than the old backend notices it.
    await new Promise((done) => setTimeout(done, KILLED_NOTICE));
    if (isAlive(holder) && (await isResponding(holder))) throw alreadyRunning(holder, dataDir);
  }
  for (let waited = 0; waited < 10_000; waited += 100) {
    if (!isAlive(holder)) return;
    await new Promise((done) => setTimeout(done, 100));
    if (await isResponding(holder, 500)) break;
  }
  if (isAlive(holder)) throw alreadyRunning(holder, dataDir);
}

function alreadyRunning(holder: RunState, dataDir: string): UserError {
  return new UserError(`Rangeday is already running at ${holder.appUrl} (process ${holder.pid}, data in ${dataDir}).`);
}

/** Two starts may both find a stale lock; only the one that moves exactly that file away may continue. */
async function removeStaleLock(path: string, seen: string | undefined): Promise<void> {
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
    throw new UserError(`${fileOf(dataDir)} is not readable for this user.`, { cause: error });
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

/** The lock of a data directory, while it is held. */
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
    await writeFileAtomically(this.#path, JSON.stringify(this.#state), 0o600);
  }

  async release(): Promise<void> {
    await rm(this.#path, { force: true });
  }
}
