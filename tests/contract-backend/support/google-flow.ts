import { createHash, randomBytes } from 'node:crypto';

import type { Project } from './backend.ts';

export interface Choice {
  readonly email: string;
  readonly name?: string;
  readonly verified?: boolean;
}

export interface Flow {
  /** Where the auth service sent the browser. */
  readonly url: URL;
  readonly code: string;
  readonly verifier: string;
}

export const newVerifier = (): string => randomBytes(40).toString('base64url');
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** A browser's requests of a log-in with Google, without supabase-js. */
export function googleFlow(project: () => Project) {
  const visit = async (url: string, init: RequestInit = {}): Promise<Response> =>
    await fetch(url, { ...init, redirect: 'manual' });
  const next = (answer: Response): string => answer.headers.get('location') ?? '';

  const authorize = (query: Record<string, string>): Promise<Response> =>
    visit(`${project().url}/auth/v1/authorize?${new URLSearchParams(query).toString()}`);

  /** Opens the page of the stand-in. Returns its address. */
  async function begin(verifier: string, redirectTo = `${project().url}/auth/callback`): Promise<string> {
    const answer = await authorize({
      ...{ provider: 'google', redirect_to: redirectTo },
      ...{ code_challenge: challengeOf(verifier), code_challenge_method: 's256' },
    });
    return next(answer);
  }

  /** Picks an account, or cancels. Returns our callback's address. */
  async function choose(page: string, choice: Choice | null): Promise<string> {
    const fields = choice && {
      ...{ email: choice.email, name: choice.name ?? '', do: 'continue' },
      ...(choice.verified !== false && { verified: 'yes' }),
    };
    const answer = await visit(page, { method: 'POST', body: new URLSearchParams(fields ?? { do: 'cancel' }) });
    return next(answer);
  }

  const comeBack = async (callback: string): Promise<URL> => new URL(next(await visit(callback)));

  /** The whole way to the app. */
  async function run(choice: Choice | null): Promise<Flow> {
    const verifier = newVerifier();
    const url = await comeBack(await choose(await begin(verifier), choice));
    return { url, verifier, code: url.searchParams.get('code') ?? '' };
  }

  return { authorize, begin, choose, comeBack, run };
}
