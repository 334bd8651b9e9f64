import { readImage } from '#domain/images/index.ts';
import { channelsOf } from '#domain/deliverable/theme/color.ts';
import { isReadableUnder, scrimColor, scrimShares } from '#domain/deliverable/theme/scrim.ts';
import { jpegOf, rasterOf } from './annotated.ts';
import type { Raster } from './raster.ts';

/** The place of a picture on the cover, in points. */
export interface CoverPlace {
  readonly width: number;
  readonly height: number;
  /** What lies over it so that letters can be read on it; null if none stand there. */
  readonly scrim: { readonly color: string; readonly letters: string } | null;
}

/** Pixels of a point: 180 an inch. */
const density = 2.5;
const quality = 85;

/** The part of a picture that was shown last, by the bytes of the picture: a colour is tried over it again and again. */
const cropped = new WeakMap<Uint8Array, { readonly shape: string; readonly raster: Raster }>();
const made = new WeakMap<Raster, { readonly scrim: string; readonly address: string }>();

/**
 * A picture as it fills its place on the cover: cut to its shape, no finer than paper shows, under its scrim. Null for one
 * whose pixels cannot be read. The same picture and place give the same bytes.
 *
 * @returns a `data:` address that holds a JPEG
 */
export function coverPicture(content: Uint8Array, { width, height, scrim }: CoverPlace): string | null {
  try {
    const raster = croppedTo(content, width, height);
    const key = JSON.stringify(scrim);
    const known = made.get(raster);
    if (known?.scrim === key) return known.address;
    const jpeg = scrim === null ? jpegOf(raster, quality) : under(raster, scrim);
    const address = `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`;
    made.set(raster, { scrim: key, address });
    return address;
  } catch {
    return null;
  }
}

function croppedTo(content: Uint8Array, width: number, height: number): Raster {
  const shape = `${String(width)} ${String(height)}`;
  const known = cropped.get(content);
  if (known?.shape === shape) return known.raster;
  const image = readImage(content);
  if (image.kind === 'invalid') throw new Error(image.reason);
  const raster = fitted(rasterOf(image), width, height);
  cropped.set(content, { shape, raster });
  return raster;
}

/** The middle of a picture in the shape of a box, each pixel the mean of those that it replaces. */
function fitted(whole: Raster, width: number, height: number): Raster {
  const scale = Math.max(width / whole.width, height / whole.height);
  const part = { width: width / scale, height: height / scale };
  const left = (whole.width - part.width) / 2;
  const top = (whole.height - part.height) / 2;
  const finer = Math.min(1, (width * density) / part.width);
  const size = {
    width: Math.max(1, Math.round(part.width * finer)),
    height: Math.max(1, Math.round(part.height * finer)),
  };
  const rgb = new Uint8Array(size.width * size.height * 3);
  const step = { x: part.width / size.width, y: part.height / size.height };
  for (let row = 0; row < size.height; row += 1) {
    const [fromRow, toRow] = span(top + row * step.y, step.y, whole.height);
    for (let column = 0; column < size.width; column += 1) {
      const [from, to] = span(left + column * step.x, step.x, whole.width);
      const sums = [0, 0, 0] as [number, number, number];
      for (let y = fromRow; y < toRow; y += 1) {
        for (let x = from; x < to; x += 1) {
          const at = (y * whole.width + x) * 3;
          sums[0] += whole.rgb[at] ?? 0;
          sums[1] += whole.rgb[at + 1] ?? 0;
          sums[2] += whole.rgb[at + 2] ?? 0;
        }
      }
      const pixels = (toRow - fromRow) * (to - from);
      const at = (row * size.width + column) * 3;
      for (const channel of [0, 1, 2] as const) rgb[at + channel] = Math.round(sums[channel] / pixels);
    }
  }
  return { ...size, rgb };
}

/** Whole pixels of a stretch, one at least. */
function span(start: number, length: number, end: number): readonly [number, number] {
  const from = Math.max(0, Math.min(end - 1, Math.floor(start)));
  return [from, Math.max(from + 1, Math.min(end, Math.floor(start + length)))];
}

/** A picture under as little of its scrim as letters on it need. JPEG moves some pixels: what comes out is looked at. */
function under(raster: Raster, { color: cover, letters }: { color: string; letters: string }): Uint8Array {
  const color = scrimColor(cover, letters);
  const over = channelsOf(color);
  for (const share of scrimShares) {
    if (share < 1 && !isReadableUnder(raster.rgb, { color, share }, letters)) continue;
    const shades = over.map((channel) =>
      Uint8Array.from({ length: 256 }, (_, value) => Math.round(value + (channel - value) * share)),
    );
    const rgb = raster.rgb.map((value, at) => shades[at % 3]?.[value] ?? value);
    const content = jpegOf({ ...raster, rgb }, quality);
    const seen = rasterOf({ type: 'image/jpeg', width: raster.width, height: raster.height, content });
    if (share === 1 || isReadableUnder(seen.rgb, { color, share: 0 }, letters)) return content;
  }
  return jpegOf(raster, quality);
}
