/** Below this contrast small letters cannot be read by everybody (WCAG 2, level AA). */
export const readableContrast = 4.5;

/** The contrast of two colours such as `#1b2430`, from 1 (the same) to 21 (black on white). */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** The colour, darkened as little as needed to be readable against a light one; itself if it is already. */
export function readableOn(color: string, light: string): string {
  for (let share = 100; share > 0; share -= 1) {
    const darker = hex(channels(color).map((channel) => Math.floor((channel * share) / 100)));
    if (contrast(darker, light) >= readableContrast) return share === 100 ? color : darker;
  }
  return '#000000';
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

function hex(values: readonly number[]): string {
  return `#${values.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
