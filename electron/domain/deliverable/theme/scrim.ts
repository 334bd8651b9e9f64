import { channelsOf, lightOf, luminance, readableContrast, readableOn } from './color.ts';

/** A picture always shows something of the cover's colour. */
const least = 0.3;
/** The darker the scrim, the more is seen of a light picture. */
const contrastOfScrim = 10;
const steps = 40;

/** Shares of a scrim that are tried, the thinnest first. */
export const scrimShares: readonly number[] = Array.from(
  { length: steps + 1 },
  (_, step) => step / steps,
).filter((share) => share >= least);

/** The colour that lies over a picture on the cover: the cover's own, dark enough for light letters. */
export function scrimColor(cover: string, letters: string): string {
  return readableOn(cover, letters, contrastOfScrim);
}

/**
 * Whether light letters can be read on the lightest pixel under so much of a colour.
 *
 * @param rgb red, green and blue of each pixel
 * @param share from 0 (the picture alone) to 1
 */
export function isReadableUnder(
  rgb: Uint8Array,
  { color, share }: { readonly color: string; readonly share: number },
  letters: string,
): boolean {
  const highest = (luminance(letters) + 0.05) / readableContrast - 0.05;
  const [red, green, blue] = channelsOf(color).map((channel, at) =>
    Float64Array.from({ length: 256 }, (_, value) =>
      lightOf(at, Math.round(value + (channel - value) * share)),
    ),
  );
  for (let at = 0; at < rgb.length; at += 3) {
    const light =
      (red?.[rgb[at] ?? 0] ?? 0) + (green?.[rgb[at + 1] ?? 0] ?? 0) + (blue?.[rgb[at + 2] ?? 0] ?? 0);
    if (light > highest) return false;
  }
  return true;
}
