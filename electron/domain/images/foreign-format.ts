/** Of a file that is neither PNG nor JPEG: what it is called, if users are likely to give it as an image. */
export function foreignFormat(bytes: Uint8Array): 'HEIC' | 'TIFF' | null {
  const text = (from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));
  if (text(4, 8) === 'ftyp' && /^(?:hei[cmsx]|hev[cmsx]|mif1|msf1)$/u.test(text(8, 12))) return 'HEIC';
  return text(0, 4) === 'II*\0' || text(0, 4) === 'MM\0*' ? 'TIFF' : null;
}
