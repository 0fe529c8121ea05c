import { expect, test } from 'vitest';

import { BSON_DOCUMENTS, JSON_LINES, streamType } from './accept.ts';

// Answers of npm's negotiator 1.0.0 for the two types, JSON first.
test.each([
  [undefined, JSON_LINES],
  ['*/*', JSON_LINES],
  ['text/html', JSON_LINES],
  [BSON_DOCUMENTS, BSON_DOCUMENTS],
  [`${BSON_DOCUMENTS};q=0.9, ${JSON_LINES};q=0.8`, BSON_DOCUMENTS],
  [`${BSON_DOCUMENTS};q=0.8, ${JSON_LINES};q=0.9`, JSON_LINES],
  [`${JSON_LINES}, ${BSON_DOCUMENTS}`, JSON_LINES],
  [`${BSON_DOCUMENTS}, ${JSON_LINES}`, BSON_DOCUMENTS],
  [`${BSON_DOCUMENTS}, */*`, BSON_DOCUMENTS],
  [`${BSON_DOCUMENTS};q=0, */*`, JSON_LINES],
])('%j is answered with %s', (accept, type) => {
  expect(streamType(accept)).toBe(type);
});
