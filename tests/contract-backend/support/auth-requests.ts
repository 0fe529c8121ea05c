import { request } from 'node:http';
import { text } from 'node:stream/consumers';

import { expect } from 'vitest';

import type { Project } from './backend.ts';

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** The token in the link of a mail. */
export const tokenIn = (link: string | undefined): string => new URL(link ?? '').searchParams.get('token_hash') ?? '';

/** Requests to the auth service as a visitor, without supabase-js. */
export function authRequests(project: () => Project) {
  /** `from` is another address of this machine, which counts as another client. */
  function post(path: string, body: object, from = '127.0.0.1'): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { url, anonKey } = project();
      const headers = { apikey: anonKey, 'content-type': 'application/json' };
      const target = { host: '127.0.0.1', port: new URL(url).port, path: `/auth/v1${path}` };
      request({ ...target, localAddress: from, method: 'POST', headers, agent: false }, (answer) => {
        text(answer).then((said) => resolve({ status: answer.statusCode ?? 0, body: said }), reject);
      })
        .on('error', reject)
        .end(JSON.stringify(body));
    });
  }

  /** Waits until the pause between two mails of one kind to one address is over. */
  async function postUnpaused(path: string, body: object): Promise<Answer> {
    let answer = await post(path, body);
    const retry = async (): Promise<number> => {
      if (answer.status === 429) answer = await post(path, body);
      return answer.status;
    };
    await expect.poll(retry, { timeout: 10_000, interval: 250 }).not.toBe(429);
    return answer;
  }

  return { post, postUnpaused };
}
