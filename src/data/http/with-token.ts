import { type Answer, refusesToken } from './answers.ts';

/** The caller's valid token, per request; null for a guest. `refused`: not accepted, so another one or null. */
export type Tokens = (refused?: string) => Promise<string | null>;

/** Sends a request with the token of this moment, and once more with a new one if the answer refuses it. */
export async function withToken<R>(
  tokens: Tokens,
  send: (token: string | null) => Promise<R>,
  isRefused: (answer: R) => boolean | Promise<boolean>,
): Promise<R> {
  const token = await tokens();
  const answer = await send(token);
  if (token === null || !(await isRefused(answer))) return answer;
  const fresh = await tokens(token);
  return fresh === null || fresh === token ? answer : send(fresh);
}

const REFUSALS = new Set([400, 401, 403]);

/** Leaves the body to be read by the caller. */
export async function responseRefusesToken(response: Response, method?: string): Promise<boolean> {
  const { status } = response;
  return REFUSALS.has(status) && refusesToken({ status, method, body: await readJson(response.clone()) });
}

const readJson = (response: Response): Promise<Answer['body']> => response.json().catch(() => undefined);
