import { crc32 } from 'node:zlib';
import { ScanError } from '#contract/scans/problem.ts';
import type { PackedFile } from './archive.ts';
import { bytesAt, type ScanInput } from './input.ts';
import { counted, inflated, type InflatedCount } from './inflate.ts';
import type { ScanLimits } from './limits.ts';

/*
 * ZIP archives as scanners and mail programs make them. The list at the end of the archive decides, as it does for every
 * program that unpacks: what stands between the files is not looked at.
 */

/** A file in an archive. */
interface ZipEntry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly checksum: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly at: number;
}

const endSign = 0x06054b50;
const end64Sign = 0x06064b50;
const entrySign = 0x02014b50;
const fileSign = 0x04034b50;
/** The end record with the longest comment. */
const tailBytes = 22 + 65_535;
const maxListBytes = 16 * 1024 ** 2;

/** The files of an archive, each with its bytes; folders and the notes of macOS are left out. @throws ScanError */
export async function* zipFiles(
  input: ScanInput,
  limits: ScanLimits,
  count: InflatedCount,
): AsyncIterable<PackedFile> {
  const entries = await listOf(input);
  const files = entries.filter(
    ({ name }) => !name.endsWith('/') && !/(?:^|\/)(?:__MACOSX\/|\.[^./]|Thumbs\.db$)/u.test(name),
  );
  if (files.length > limits.files)
    throw new ScanError(`The archive holds more than ${String(limits.files)} files.`);
  for (const entry of files) yield { name: entry.name, bytes: contentOf(input, entry, limits, count) };
}

async function listOf(input: ScanInput): Promise<readonly ZipEntry[]> {
  const from = Math.max(0, input.size - tailBytes);
  const tail = viewOf(await bytesAt(input, from, input.size));
  let end = tail.byteLength - 22;
  while (end >= 0 && tail.getUint32(end, true) !== endSign) end -= 1;
  if (end < 0) throw new ScanError('The archive ends too early: its list of files is missing.');
  let listBytes = tail.getUint32(end + 12, true);
  let listAt = tail.getUint32(end + 16, true);
  if (listAt === 0xffffffff && end >= 20) {
    const recordAt = Number(tail.getBigUint64(end - 20 + 8, true));
    const record = viewOf(await bytesAt(input, recordAt, recordAt + 56));
    if (record.byteLength < 56 || record.getUint32(0, true) !== end64Sign) throw damaged();
    listBytes = Number(record.getBigUint64(40, true));
    listAt = Number(record.getBigUint64(48, true));
  }
  if (listBytes > maxListBytes) throw new ScanError('The archive holds too many files.');
  const list = await bytesAt(input, listAt, listAt + listBytes);
  if (list.length < listBytes) throw damaged();
  return entriesIn(list);
}

function entriesIn(list: Uint8Array): ZipEntry[] {
  const view = viewOf(list);
  const entries: ZipEntry[] = [];
  for (let at = 0; at + 46 <= list.length;) {
    if (view.getUint32(at, true) !== entrySign) throw damaged();
    const nameBytes = view.getUint16(at + 28, true);
    const extraBytes = view.getUint16(at + 30, true);
    const noteBytes = view.getUint16(at + 32, true);
    const extraAt = at + 46 + nameBytes;
    if (extraAt + extraBytes > list.length) throw damaged();
    const large = largeSizes(view, extraAt, extraBytes);
    const sized = (value: number): number => (value === 0xffffffff ? (large.shift() ?? value) : value);
    // In this order the extra field holds those that do not fit.
    const bytes = sized(view.getUint32(at + 24, true));
    const packedBytes = sized(view.getUint32(at + 20, true));
    entries.push({
      name: Buffer.from(list.subarray(at + 46, extraAt)).toString('utf8'),
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      checksum: view.getUint32(at + 16, true),
      packedBytes,
      bytes,
      at: sized(view.getUint32(at + 42, true)),
    });
    at = extraAt + extraBytes + noteBytes;
  }
  return entries;
}

/** The numbers of the ZIP64 extra field of an entry. */
function largeSizes(view: DataView, from: number, bytes: number): number[] {
  for (let at = from; at + 4 <= from + bytes;) {
    const size = Math.min(view.getUint16(at + 2, true), from + bytes - at - 4);
    if (view.getUint16(at, true) === 1)
      return Array.from({ length: Math.floor(size / 8) }, (_, index) =>
        Number(view.getBigUint64(at + 4 + index * 8, true)),
      );
    at += 4 + size;
  }
  return [];
}

async function* contentOf(
  input: ScanInput,
  entry: ZipEntry,
  limits: ScanLimits,
  count: InflatedCount,
): AsyncIterable<Uint8Array> {
  if ((entry.flags & 1) !== 0) throw new ScanError('The archive is encrypted. Unpack it first.');
  const head = viewOf(await bytesAt(input, entry.at, entry.at + 30));
  if (head.byteLength < 30 || head.getUint32(0, true) !== fileSign) throw damaged();
  const from = entry.at + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const packed = input.read(from, Math.min(from + entry.packedBytes, input.size));
  if (from + entry.packedBytes > input.size) throw damaged();
  if (entry.method !== 0 && entry.method !== 8)
    throw new ScanError('The archive is packed in a way that cannot be read. Unpack it first.');
  const content =
    entry.method === 0 ? counted(packed, limits, count) : inflated(packed, 'deflate', limits, count);
  let [bytes, checksum] = [0, 0];
  for await (const piece of content) {
    bytes += piece.length;
    checksum = crc32(piece, checksum);
    yield piece;
  }
  if (bytes !== entry.bytes || checksum !== entry.checksum) throw damaged();
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function damaged(): ScanError {
  return new ScanError('The archive is damaged.');
}
