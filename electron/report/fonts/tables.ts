import { inflateSync } from 'node:zlib';

/** A table of a font, unpacked. */
export interface Table {
  readonly tag: string;
  readonly checksum: number;
  readonly data: Uint8Array;
}

const WOFF = 0x774f4646;
const RECORD = 16;
/** The shaper reads a header for blank glyphs also where they stand at the very end of the file. */
const PADDING = 16;

/**
 * Builds a font file anew without the named tables. That is how ligatures are kept out at the source: what a
 * font cannot substitute comes out of a PDF as the letters that went in. TTF, OTF and WOFF go in; what comes
 * out is uncompressed, because the shaper would unpack a compressed table for every glyph that it looks at.
 */
export function withoutTables(file: Uint8Array, tags: readonly string[]): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const woff = view.getUint32(0) === WOFF;
  const tables = readTables(file).filter(({ tag }) => !tags.includes(tag.trim()));
  const size = tables.reduce((sum, { data }) => sum + aligned(data.length), 12 + tables.length * RECORD);
  const out = new Uint8Array(size + PADDING);
  const target = new DataView(out.buffer);
  const power = 2 ** Math.floor(Math.log2(tables.length));
  target.setUint32(0, view.getUint32(woff ? 4 : 0));
  target.setUint16(4, tables.length);
  target.setUint16(6, power * RECORD);
  target.setUint16(8, Math.log2(power));
  target.setUint16(10, (tables.length - power) * RECORD);
  let offset = 12 + tables.length * RECORD;
  tables.forEach(({ tag, checksum, data }, index) => {
    const record = 12 + index * RECORD;
    for (let at = 0; at < 4; at += 1) out[record + at] = tag.charCodeAt(at);
    target.setUint32(record + 4, checksum);
    target.setUint32(record + 8, offset);
    target.setUint32(record + 12, data.length);
    out.set(data, offset);
    if (tag === 'head') markVariant(target, offset, tags.length);
    offset += aligned(data.length);
  });
  return out;
}

/**
 * Two variants of one font must differ: the PDF library merges fonts of the same name and checksum, and would draw
 * joined letters with the wrong variant.
 */
function markVariant(target: DataView, head: number, variant: number): void {
  target.setUint32(head + 8, (target.getUint32(head + 8) + variant) >>> 0);
}

/** The tables of a TTF, OTF or WOFF, in the order of the file. */
export function readTables(file: Uint8Array): Table[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const woff = view.getUint32(0) === WOFF;
  const count = view.getUint16(woff ? 12 : 4);
  return Array.from({ length: count }, (_, index) => {
    const record = woff ? 44 + index * 20 : 12 + index * RECORD;
    const tag = String.fromCharCode(...file.subarray(record, record + 4));
    const offset = view.getUint32(record + (woff ? 4 : 8));
    const stored = view.getUint32(record + (woff ? 8 : 12));
    const length = woff ? view.getUint32(record + 12) : stored;
    const bytes = file.subarray(offset, offset + stored);
    return {
      tag,
      checksum: view.getUint32(record + (woff ? 16 : 4)),
      data: stored < length ? new Uint8Array(inflateSync(bytes)) : bytes,
    };
  });
}

/** Tables begin at every fourth byte. */
export function aligned(length: number): number {
  return (length + 3) & ~3;
}
