import { DateTimeValue, TimeValue, TimeValuePrecision } from '@powersync/service-sync-rules';
import type { DatabaseInputValue } from '@powersync/service-sync-rules';
import { JsonContainer } from '@powersync/service-jsonbig';
import type { TypeInfo } from './catalog.ts';

const micros = {
  subSecondPrecision: TimeValuePrecision.microseconds,
  defaultSubSecondPrecision: TimeValuePrecision.microseconds,
};

/**
 * Converts Postgres text to the value that PowerSync's evaluator expects. Only text is exact: drivers that parse values
 * lose microseconds of timestamps and the original form of JSON numbers.
 */
export function decodeValue(types: TypeInfo, typeOid: number, text: string): DatabaseInputValue {
  const type = types.get(typeOid);
  if (type?.kind === 'domain') return decodeValue(types, type.base, text);
  if (type?.kind === 'array') return decodeArray(types, type.element, type.delimiter, text);
  switch (type?.name) {
    case 'bool':
      return text === 't';
    case 'int2':
    case 'int4':
    case 'int8':
    case 'oid':
      return BigInt(text);
    case 'float4':
    case 'float8':
      return Number(text);
    case 'bytea':
      return new Uint8Array(Buffer.from(text.slice(2), 'hex'));
    case 'json':
    case 'jsonb':
      return new JsonContainer(text);
    case 'date':
      return infinities[text]?.slice(0, 10) ?? text;
    case 'timestamp':
      return dateTime(text, '');
    case 'timestamptz':
      return dateTime(text.replace(/\+00$/, ''), 'Z');
    case 'pg_lsn':
      return text.replace(/[^/]+/g, (part) => part.padStart(8, '0'));
    case 'time':
      return TimeValue.parse(text, micros) ?? text;
    default:
      return text;
  }
}

/** ISO 8601 has no infinity; the real service sends the first or last moment of its calendar. */
const infinities: Readonly<Record<string, string>> = {
  infinity: '9999-12-31T23:59:59',
  '-infinity': '0000-01-01T00:00:00',
};

function dateTime(text: string, zone: '' | 'Z'): DatabaseInputValue {
  const limit = infinities[text];
  if (limit !== undefined) return new DateTimeValue(limit + zone, undefined, micros);
  const date = /^(\d+)-/.exec(text);
  // As the real service does it: years before our era are dropped, and so are those past 9999 where there is a time
  // zone.
  if (!date?.[1] || text.endsWith(' BC') || (zone === 'Z' && date[1].length > 4)) return null;
  return new DateTimeValue(text.replace(' ', 'T') + zone, text + zone, micros);
}

/** Parses an array literal, e.g. `[0:1]={1,NULL}` or `{{"a b",c},{d,e}}`. */
function decodeArray(types: TypeInfo, element: number, delimiter: string, literal: string): DatabaseInputValue[] {
  let at = literal.startsWith('[') ? literal.indexOf('=') + 1 : 0;
  const list = (): DatabaseInputValue[] => {
    const items: DatabaseInputValue[] = [];
    at++;
    while (literal[at] !== '}') {
      if (literal[at] === '{') items.push(list());
      else items.push(item());
      if (literal[at] === delimiter) at++;
    }
    at++;
    return items;
  };
  const item = (): DatabaseInputValue => {
    let text = '';
    if (literal[at] === '"') {
      for (at++; literal[at] !== '"'; at++) {
        if (literal[at] === '\\') at++;
        text += literal[at];
      }
      at++;
      return decodeValue(types, element, text);
    }
    while (literal[at] !== delimiter && literal[at] !== '}') text += literal[at++];
    return text === 'NULL' ? null : decodeValue(types, element, text);
  };
  return list();
}
