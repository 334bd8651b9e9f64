import { crc32, inflateRawSync } from 'node:zlib';

/*
 * Files of Office that come from outside are read within bounds: nothing is unpacked before its size is known, and no
 * more than was told.
 */

/** Limits of a file that is read: bytes as it lies there, bytes of all its parts unpacked, and how many they are. */
export const packageLimits = { packed: 25_000_000, unpacked: 200_000_000, parts: 2_000 } as const;

/** The parts of a file by their paths, or why it cannot be read. */
export type PackageRead =
  | { readonly kind: 'read'; readonly parts: ReadonlyMap<string, Uint8Array> }
  | { readonly kind: 'refused'; readonly message: string };

/** Says why a file is not read. */
class Refusal extends Error {}

/** Unpacks a file of Office (a ZIP archive with a list of its types). Never throws. */
export function readPackage(bytes: Uint8Array): PackageRead {
  try {
    return { kind: 'read', parts: partsIn(bytes) };
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', message: error.message };
    return { kind: 'refused', message: broken };
  }
}

const broken = 'The file is damaged: it cannot be unpacked.';
const notOffice = 'The file is no document of Word.';
const oldFile = [0xd0, 0xcf, 0x11, 0xe0];
const signatures = { entry: 0x0201_4b50, local: 0x0403_4b50, end: 0x0605_4b50 } as const;
const sizes = { entry: 46, local: 30, end: 22, comment: 65_535 } as const;

/** An entry of the archive's directory. */
interface Entry {
  readonly path: string;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
  /** Where its local header stands. */
  readonly at: number;
}

function partsIn(bytes: Uint8Array): Map<string, Uint8Array> {
  const { packed, unpacked, parts: maxParts } = packageLimits;
  if (bytes.length > packed) throw new Refusal(`The file has more than ${megabytes(packed)}.`);
  if (bytes.length === 0) throw new Refusal('The file is empty.');
  if (oldFile.every((byte, at) => bytes[at] === byte)) {
    throw new Refusal(
      'The file is protected by a password, or of a Word before 2007. Save it without a password as .dotx or .docx.',
    );
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = directory(view, bytes);
  if (entries.length > maxParts) throw new Refusal(`The file has more than ${String(maxParts)} parts.`);
  if (entries.reduce((sum, entry) => sum + entry.unpacked, 0) > unpacked) {
    throw new Refusal(`The file has more than ${megabytes(unpacked)} when it is unpacked.`);
  }
  const parts = new Map<string, Uint8Array>();
  const seen = new Set<string>();
  for (const entry of entries) {
    if (entry.path.endsWith('/')) continue;
    if (isTrick(entry.path))
      throw new Refusal(`The file has a part with a forbidden name: ${shown(entry.path)}.`);
    // Names of parts differ by more than capitals.
    if (seen.has(entry.path.toLowerCase()))
      throw new Refusal(`The file has two parts of one name: ${shown(entry.path)}.`);
    seen.add(entry.path.toLowerCase());
    parts.set(entry.path, contentOf(entry, view, bytes));
  }
  if (!parts.has('[Content_Types].xml')) throw new Refusal(notOffice);
  return parts;
}

function megabytes(count: number): string {
  return `${String(count / 1_000_000)} MB`;
}

function shown(path: string): string {
  return JSON.stringify(path.slice(0, 80));
}

function isTrick(path: string): boolean {
  return (
    path === '' ||
    path.length > 500 ||
    /^\/|[\\:\u0000-\u001f]/u.test(path) ||
    path.split('/').some((step) => step === '' || step === '.' || step === '..')
  );
}

/** The entries by the directory at the end of the archive, which says what belongs to it. */
function directory(view: DataView, bytes: Uint8Array): Entry[] {
  const end = endOf(view);
  if (end === null) {
    const isArchive = view.byteLength > 4 && view.getUint32(0, true) === signatures.local;
    throw new Refusal(isArchive ? broken : notOffice);
  }
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const names = new TextDecoder();
  return Array.from({ length: count }, () => {
    if (view.getUint32(at, true) !== signatures.entry) throw new Refusal(broken);
    const length = view.getUint16(at + 28, true);
    const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1;
    if (isEncrypted) throw new Refusal('The file is protected by a password.');
    const entry = {
      path: names.decode(bytes.subarray(at + sizes.entry, at + sizes.entry + length)),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    };
    at += sizes.entry + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    return entry;
  });
}

function endOf(view: DataView): number | null {
  const last = view.byteLength - sizes.end;
  for (let at = last; at >= 0 && at >= last - sizes.comment; at -= 1) {
    if (view.getUint32(at, true) === signatures.end) return at;
  }
  return null;
}

function contentOf(
  { method, crc, packed, unpacked, at }: Entry,
  view: DataView,
  bytes: Uint8Array,
): Uint8Array {
  if (view.getUint32(at, true) !== signatures.local) throw new Refusal(broken);
  const from = at + sizes.local + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  if (from + packed > bytes.length) throw new Refusal(broken);
  const content = bytes.subarray(from, from + packed);
  if (method !== 0 && method !== 8) throw new Refusal(broken);
  // Ends as soon as more comes out than the directory says.
  const whole =
    method === 0 || unpacked === 0 ? content : inflateRawSync(content, { maxOutputLength: unpacked });
  const isEmpty = unpacked === 0 && method === 8;
  if (isEmpty) return new Uint8Array();
  if (whole.length !== unpacked || crc32(whole) !== crc) throw new Refusal(broken);
  return whole;
}
