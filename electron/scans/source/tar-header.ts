/** Length of a header and of every piece that content is filled up to. */
export const tarBlock = 512;

/** What stands before a file in an archive. */
export interface TarHeader {
  readonly name: string;
  readonly size: number;
  /** `0` for a file; other signs for folders, links and headers of longer names. */
  readonly type: string;
  readonly changedSeconds: number;
  /** Whether it is of the format ustar, and not of one that is older or GNU's own. */
  readonly isUstar: boolean;
}

/** Reads one block of an archive; null if it is no header, or its sum or size is wrong. */
export function readTarHeader(block: Uint8Array): TarHeader | null {
  if (block.length < tarBlock) return null;
  const text = (from: number, to: number): string => {
    const field = block.subarray(from, to);
    const end = field.indexOf(0);
    return Buffer.from(end === -1 ? field : field.subarray(0, end)).toString('utf8');
  };
  const octal = (from: number, to: number): number => Number.parseInt(text(from, to), 8);
  const sum = block
    .subarray(0, tarBlock)
    .reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  const size = octal(124, 136);
  // A negative size would lead back to the same header for ever.
  if (octal(148, 156) !== sum || !(size >= 0)) return null;
  const isUstar = text(257, 263) === 'ustar';
  const folder = isUstar ? text(345, 500) : '';
  return {
    name: folder === '' ? text(0, 100) : `${folder}/${text(0, 100)}`,
    size,
    type: text(156, 157) || '0',
    changedSeconds: octal(136, 148),
    isUstar,
  };
}
