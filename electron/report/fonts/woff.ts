import { deflateSync } from 'node:zlib';
import { aligned, readTables } from './tables.ts';

const SIGNATURE = 0x774f4646;
const HEADER = 44;
const RECORD = 20;

/** A TTF or OTF as a web font (WOFF 1.0): the same tables, each packed if that makes it smaller. */
export function packedFont(file: Uint8Array): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const tables = readTables(file).map(({ tag, checksum, data }) => {
    const packed = deflateSync(data);
    return { tag, checksum, length: data.length, stored: packed.length < data.length ? packed : data };
  });
  const start = HEADER + tables.length * RECORD;
  const size = tables.reduce((sum, { stored }) => sum + aligned(stored.length), start);
  const out = new Uint8Array(size);
  const target = new DataView(out.buffer);
  target.setUint32(0, SIGNATURE);
  target.setUint32(4, view.getUint32(0));
  target.setUint32(8, size);
  target.setUint16(12, tables.length);
  target.setUint32(
    16,
    tables.reduce((sum, { length }) => sum + aligned(length), 12 + tables.length * 16),
  );
  let offset = start;
  tables.forEach(({ tag, checksum, length, stored }, index) => {
    const record = HEADER + index * RECORD;
    for (let at = 0; at < 4; at += 1) out[record + at] = tag.charCodeAt(at);
    target.setUint32(record + 4, offset);
    target.setUint32(record + 8, stored.length);
    target.setUint32(record + 12, length);
    target.setUint32(record + 16, checksum);
    out.set(stored, offset);
    offset += aligned(stored.length);
  });
  return out;
}
