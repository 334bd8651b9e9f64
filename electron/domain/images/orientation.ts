/** How a picture is to be turned before it is shown, as EXIF numbers it: 1 is upright, 6 lies on its left side. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const orientationTag = 0x0112;
const shortType = 3;
const entryBytes = 12;

/**
 * The orientation that EXIF data asks for; upright if they do not say, or cannot be read.
 * @param tiff EXIF as it lies in a PNG's eXIf chunk, or in a JPEG's APP1 behind "Exif\0\0"
 */
export function orientationOf(tiff: Uint8Array): Orientation {
  if (tiff.length < 8) return 1;
  const order = tiff[0];
  if (order !== tiff[1] || (order !== 0x49 && order !== 0x4d)) return 1;
  const little = order === 0x49;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  if (view.getUint16(2, little) !== 42) return 1;
  const directory = view.getUint32(4, little);
  if (directory + 2 > tiff.length) return 1;
  const entries = view.getUint16(directory, little);
  for (let index = 0; index < entries; index += 1) {
    const at = directory + 2 + index * entryBytes;
    if (at + entryBytes > tiff.length) return 1;
    if (view.getUint16(at, little) !== orientationTag) continue;
    if (view.getUint16(at + 2, little) !== shortType || view.getUint32(at + 4, little) !== 1) return 1;
    return known(view.getUint16(at + 8, little));
  }
  return 1;
}

function known(value: number): Orientation {
  switch (value) {
    case 2:
    case 3:
    case 4:
    case 5:
    case 6:
    case 7:
    case 8:
      return value;
    default:
      return 1;
  }
}
