import type { DecodedImage } from './decoded.ts';
import type { Orientation } from './orientation.ts';

/** An image whose pixels are turned as its metadata asked, so that it looks the same without them. */
export function upright({ width, height, rgba }: DecodedImage, orientation: Orientation): DecodedImage {
  if (orientation === 1) return { width, height, rgba };
  const isTurned = orientation >= 5;
  const [wide, tall] = isTurned ? [height, width] : [width, height];
  const isMirroredAcross = [2, 3, 7, 8].includes(orientation);
  const isMirroredDown = [3, 4, 6, 7].includes(orientation);
  const pixels = new Uint32Array(rgba.slice().buffer);
  const made = new Uint32Array(wide * tall);
  for (let y = 0; y < tall; y += 1) {
    for (let x = 0; x < wide; x += 1) {
      const [across, down] = isTurned ? [y, x] : [x, y];
      const from = (isMirroredDown ? height - 1 - down : down) * width;
      made[y * wide + x] = pixels[from + (isMirroredAcross ? width - 1 - across : across)] ?? 0;
    }
  }
  return { width: wide, height: tall, rgba: new Uint8Array(made.buffer) };
}
