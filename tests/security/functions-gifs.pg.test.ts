import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMember } from '../support/as-member.ts';
import { type FunctionsSuite, startFunctionsSuite } from '../support/functions-suite.ts';

let suite: FunctionsSuite;
let member: string;

beforeAll(async () => {
  suite = await startFunctionsSuite();
  member = await newMember(suite.db);
});
afterAll(() => suite.stop());

test('members get a page of the provider without its key; visitors get nothing', async () => {
  expect(await suite.post('gifs', { term: '', offset: 0 })).toEqual({
    status: 401,
    body: { error: expect.any(String) },
  });
  const { status, body } = await suite.post('gifs', { term: '', offset: 0 }, member);
  expect(status).toBe(200);
  expect(body).toMatchObject({ next: 12, response_id: 'r0' });
  expect(body['gifs']).toHaveLength(12);
  expect(JSON.stringify(body)).not.toContain(suite.host.keys.giphyKey);
  for (const term of ['abroad', 'far away'])
    expect(await suite.post('gifs', { term, offset: 0 }, member), term).toMatchObject({
      status: 451,
      body: { error: 'This content is not available in your location' },
    });
  for (const [term, error] of [
    ['fail', 'Made to fail'],
    ['odd', 'Error fetching'],
  ])
    expect(await suite.post('gifs', { term, offset: 0 }, member)).toEqual({ status: 502, body: { error } });
  expect(await suite.post('gifs', { term: 'x'.repeat(51), offset: 0 }, member)).toMatchObject({ status: 400 });
});
