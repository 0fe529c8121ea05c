/**
 * Values of a line of the sync stream. Numbers are whole; one that is missing is left out, as in JSON.
 */
type Value = string | number | boolean | null | undefined | readonly Value[] | { readonly [key: string]: Value };

const TYPES = { double: 1, string: 2, document: 3, array: 4, boolean: 8, null: 10, int32: 16 } as const;
const MAX_INT32 = 2_147_483_647;
/** Of a document: its length, and the zero at its end. */
const FRAME = 5;

/** A document in BSON, with the types that the real service's `serialize` of npm's `bson` chooses. */
export function encodeBson(document: object): Buffer {
  return frame(Object.entries(document).flatMap(([key, value]) => element(key, value as Value)));
}

/** `documents` as an array, under `key`: an element of a document. */
export function arrayElement(key: string, documents: readonly Buffer[]): Buffer[] {
  const items = documents.flatMap((one, index) => [head(TYPES.document, String(index)), one]);
  return [head(TYPES.array, key), frame(items)];
}

/** `document` under `key`: an element of a document. */
export const documentElement = (key: string, document: Buffer): Buffer[] => [head(TYPES.document, key), document];

/** A document that consists of these elements. */
export function frame(elements: readonly Buffer[]): Buffer {
  const length = elements.reduce((sum, one) => sum + one.length, FRAME);
  const start = Buffer.alloc(4);
  start.writeInt32LE(length);
  return Buffer.concat([start, ...elements, Buffer.alloc(1)], length);
}

const head = (type: number, key: string): Buffer => Buffer.from(`${String.fromCharCode(type)}${key}\0`);

export function element(key: string, value: Value): Buffer[] {
  if (value === undefined) return [];
  if (value === null) return [head(TYPES.null, key)];
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    const length = Buffer.alloc(4);
    length.writeInt32LE(text.length + 1);
    return [head(TYPES.string, key), length, text, Buffer.alloc(1)];
  }
  if (typeof value === 'boolean') return [head(TYPES.boolean, key), Buffer.from([value ? 1 : 0])];
  if (typeof value === 'number') return number(key, value);
  return [head(Array.isArray(value) ? TYPES.array : TYPES.document, key), encodeBson(value)];
}

function number(key: string, value: number): Buffer[] {
  const isSmall = Number.isInteger(value) && Math.abs(value) <= MAX_INT32 && !Object.is(value, -0);
  const bytes = Buffer.alloc(isSmall ? 4 : 8);
  if (isSmall) bytes.writeInt32LE(value);
  else bytes.writeDoubleLE(value);
  return [head(isSmall ? TYPES.int32 : TYPES.double, key), bytes];
}
