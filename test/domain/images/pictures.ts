import { deflateSync } from 'node:zlib';
import { crc32, joined } from '#domain/images/bytes.ts';

/** One chunk of a PNG, whole. `name` has four letters. */
export function chunk(name: string, data: Uint8Array): Uint8Array {
  const body = joined([Buffer.from(name, 'latin1'), data]);
  return joined([word(data.length), body, word(crc32(body))]);
}

function word(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

export const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10);

/** What a PNG is made of; `raw` are its scan lines, each behind its filter byte. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly depth?: number;
  readonly colour?: number;
  readonly interlace?: number;
  readonly raw?: Uint8Array;
  /** Between the header and the pixels. */
  readonly before?: readonly Uint8Array[];
  /** Between the pixels and the end. */
  readonly after?: readonly Uint8Array[];
}

/** A PNG; without `raw` it is RGB and shows a pattern in which every pixel has its own colour. */
export function png(picture: Picture): Uint8Array {
  const { width, height, depth = 8, colour = 2, interlace = 0 } = picture;
  const header = joined([word(width), word(height), Uint8Array.of(depth, colour, 0, 0, interlace)]);
  return joined([
    signature,
    chunk('IHDR', header),
    ...(picture.before ?? []),
    chunk('IDAT', deflateSync(picture.raw ?? pattern(width, height))),
    ...(picture.after ?? []),
    chunk('IEND', new Uint8Array()),
  ]);
}

function pattern(width: number, height: number): Uint8Array {
  const raw = new Uint8Array(height * (1 + 3 * width));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      raw.set([(x * 7) & 255, (y * 5) & 255, (x + y) & 255], y * (1 + 3 * width) + 1 + 3 * x);
    }
  }
  return raw;
}

/** A JPEG as a browser writes it, 24 × 16: red, blue, green and white, a quarter each. */
export function jpeg(): Uint8Array {
  return Uint8Array.from(Buffer.from(colours, 'base64'));
}

const colours =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAQABgDASIAAhEBAxEB/8QAGAAAAwEBAAAAAAAAAAAAAAAAAAYHAwX/xAAaEAEAAQUAAAAAAAAAAAAAAAAAAwZBRILC/8QAFgEBAQEAAAAAAAAAAAAAAAAABAEF/8QAJhEAAAQCCgMAAAAAAAAAAAAAAAIREwNRAQQFFBUhMUFhYqGx4f/aAAwDAQACEQMRAD8A4TOaxkM1HZmnQtSjtxynSfoU9u30rDaLuq6ZyokJgF0DfxPp5+A7HI//2Q==';

/** A JPEG's segment. */
export function segment(marker: number, data: Uint8Array): Uint8Array {
  const length = data.length + 2;
  return joined([Uint8Array.of(0xff, marker, length >> 8, length), data]);
}

/** EXIF that asks for an orientation and names a place, in either byte order. */
export function exif(orientation: number, little = true): Uint8Array {
  const view = new DataView(new ArrayBuffer(26 + secret.length));
  view.setUint16(0, little ? 0x4949 : 0x4d4d);
  view.setUint16(2, 42, little);
  view.setUint32(4, 8, little);
  view.setUint16(8, 1, little);
  view.setUint16(10, 0x0112, little);
  view.setUint16(12, 3, little);
  view.setUint32(14, 1, little);
  view.setUint16(18, orientation, little);
  const bytes = new Uint8Array(view.buffer);
  bytes.set(Buffer.from(secret), 26);
  return bytes;
}

/** What must not come out anywhere. */
export const secret = 'GPS 53.5511 N 9.9937 E, camera of R. Example';
