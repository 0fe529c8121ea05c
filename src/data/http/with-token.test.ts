import { expect, test } from 'vitest';
import { responseRefusesToken, withToken } from './with-token.ts';

const expired = () =>
  Response.json({ statusCode: '403', message: '"exp" claim timestamp check failed' }, { status: 400 });

/** Sends with these tokens, of which the server accepts only `valid`. */
async function send(tokens: (string | null)[], valid: string) {
  const sent: (string | null)[] = [];
  const refused: (string | undefined)[] = [];
  const answer = await withToken(
    async (bad) => {
      refused.push(bad);
      return tokens[refused.length - 1] ?? null;
    },
    async (token) => {
      sent.push(token);
      return token === valid ? Response.json('done') : expired();
    },
    (response) => responseRefusesToken(response),
  );
  return { sent, refused, status: answer.status, text: await answer.text() };
}

test('a refused token is replaced once, and the caller reads the last answer', async () => {
  expect(await send(['old', 'new'], 'new')).toEqual({
    ...{ sent: ['old', 'new'], refused: [undefined, 'old'] },
    ...{ status: 200, text: '"done"' },
  });
  expect(await send(['old', 'new'], 'other')).toMatchObject({ sent: ['old', 'new'], status: 400 });
  expect(await send(['old', null], 'new')).toMatchObject({ sent: ['old'], status: 400 });
  expect(await send(['old', 'old'], 'new')).toMatchObject({ sent: ['old'], status: 400 });
});

test('an accepted token is asked for once, and a guest has none to replace', async () => {
  expect(await send(['old'], 'old')).toMatchObject({ sent: ['old'], refused: [undefined], status: 200 });
  expect(await send([null], 'new')).toMatchObject({ sent: [null], refused: [undefined], status: 400 });
});
