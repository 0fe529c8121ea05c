/** One value of a row as pgoutput sends it: text, null, or `undefined` for "unchanged TOAST, not sent". */
export type WireValue = string | null | undefined;

export interface RelationMessage {
  kind: 'relation';
  id: number;
  schema: string;
  name: string;
  columns: { name: string; typeOid: number }[];
}

export type PgOutputMessage =
  | RelationMessage
  | { kind: 'begin'; xid: number }
  | { kind: 'commit'; endLsn: bigint }
  | { kind: 'insert'; relation: number; values: WireValue[] }
  | { kind: 'update'; relation: number; old: WireValue[] | null; oldIsWhole: boolean; values: WireValue[] }
  | { kind: 'message'; prefix: string; content: string }
  | { kind: 'delete'; relation: number; old: WireValue[] }
  | { kind: 'truncate'; relations: number[] }
  | { kind: 'other' };

class Reader {
  private offset = 0;
  private readonly buffer: Buffer;
  constructor(buffer: Buffer) {
    this.buffer = buffer;
  }
  byte(): string {
    return String.fromCharCode(this.buffer.readUInt8(this.offset++));
  }
  int8(): number {
    return this.buffer.readUInt8(this.offset++);
  }
  int16(): number {
    this.offset += 2;
    return this.buffer.readUInt16BE(this.offset - 2);
  }
  int32(): number {
    this.offset += 4;
    return this.buffer.readUInt32BE(this.offset - 4);
  }
  int64(): bigint {
    this.offset += 8;
    return this.buffer.readBigUInt64BE(this.offset - 8);
  }
  skip(bytes: number): void {
    this.offset += bytes;
  }
  cstring(): string {
    const end = this.buffer.indexOf(0, this.offset);
    const text = this.buffer.toString('utf8', this.offset, end);
    this.offset = end + 1;
    return text;
  }
  text(length: number): string {
    this.offset += length;
    return this.buffer.toString('utf8', this.offset - length, this.offset);
  }
  tuple(): WireValue[] {
    const values: WireValue[] = [];
    for (let left = this.int16(); left > 0; left--) {
      const kind = this.byte();
      if (kind === 'n') values.push(null);
      else if (kind === 'u') values.push(undefined);
      else values.push(this.text(this.int32()));
    }
    return values;
  }
}

/** Decodes one message of the pgoutput plugin, protocol version 1 (no streaming of open transactions, text values). */
export function decodePgOutput(payload: Buffer): PgOutputMessage {
  const reader = new Reader(payload);
  switch (reader.byte()) {
    case 'B':
      reader.skip(8 + 8);
      return { kind: 'begin', xid: reader.int32() >>> 0 };
    case 'C':
      reader.skip(1 + 8);
      return { kind: 'commit', endLsn: reader.int64() };
    case 'R':
      return relation(reader);
    case 'I': {
      const id = reader.int32();
      reader.skip(1);
      return { kind: 'insert', relation: id, values: reader.tuple() };
    }
    case 'U': {
      const id = reader.int32();
      const marker = reader.byte();
      if (marker === 'N') return { kind: 'update', relation: id, old: null, oldIsWhole: false, values: reader.tuple() };
      const old = reader.tuple();
      reader.skip(1);
      return { kind: 'update', relation: id, old, oldIsWhole: marker === 'O', values: reader.tuple() };
    }
    case 'D': {
      const id = reader.int32();
      reader.skip(1);
      return { kind: 'delete', relation: id, old: reader.tuple() };
    }
    case 'T': {
      const count = reader.int32();
      reader.skip(1);
      return { kind: 'truncate', relations: Array.from({ length: count }, () => reader.int32()) };
    }
    case 'M': {
      reader.skip(1 + 8);
      const prefix = reader.cstring();
      return { kind: 'message', prefix, content: reader.text(reader.int32()) };
    }
    default:
      return { kind: 'other' };
  }
}

function relation(reader: Reader): RelationMessage {
  const id = reader.int32();
  const schema = reader.cstring();
  const name = reader.cstring();
  reader.skip(1);
  const columns = Array.from({ length: reader.int16() }, () => {
    reader.skip(1);
    const column = { name: reader.cstring(), typeOid: reader.int32() };
    reader.skip(4);
    return column;
  });
  return { kind: 'relation', id, schema, name, columns };
}
