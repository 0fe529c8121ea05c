export const JSON_LINES = 'application/x-ndjson';
export const BSON_DOCUMENTS = 'application/vnd.powersync.bson-stream';

interface Range {
  readonly type: string;
  readonly q: number;
  readonly order: number;
}

/**
 * The form of a stream for this Accept header, as the real service's negotiator chooses it: the higher quality, then
 * the more specific range, then the one named first, then JSON.
 */
export function streamType(accept: string | undefined): string {
  if (!accept) return JSON_LINES;
  const ranges = accept.split(',').flatMap((text, order): Range[] => {
    const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
    const q = parameters.find((one) => one.startsWith('q='))?.slice(2) ?? '1';
    return Number.isNaN(Number.parseFloat(q)) ? [] : [{ type, q: Number.parseFloat(q), order }];
  });
  const [json, bson] = [JSON_LINES, BSON_DOCUMENTS].map((type) => bestRange(type, ranges));
  if (!bson || bson.q <= 0) return JSON_LINES;
  if (!json || json.q <= 0) return BSON_DOCUMENTS;
  const better = bson.q - json.q || bson.specificity - json.specificity || json.order - bson.order;
  return better > 0 ? BSON_DOCUMENTS : JSON_LINES;
}

function bestRange(type: string, ranges: readonly Range[]): (Range & { specificity: number }) | undefined {
  return ranges
    .flatMap((range) => {
      const specificity = [type, 'application/*', '*/*'].indexOf(range.type);
      return specificity < 0 ? [] : [{ ...range, specificity: -specificity }];
    })
    .toSorted((a, b) => b.specificity - a.specificity || b.q - a.q || a.order - b.order)[0];
}
