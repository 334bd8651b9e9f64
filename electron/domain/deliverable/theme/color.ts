/** Below this contrast small letters cannot be read by everybody (WCAG 2, level AA). */
export const readableContrast = 4.5;

/** The contrast of two colours such as `#1b2430`, from 1 (the same) to 21 (black on white). */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** The colour, darkened as little as needed to be readable against a light one; itself if it is already. */
export function readableOn(color: string, light: string, needed = readableContrast): string {
  for (let share = 100; share > 0; share -= 1) {
    const darker = hex(channelsOf(color).map((channel) => Math.floor((channel * share) / 100)));
    if (contrast(darker, light) >= needed) return share === 100 ? color : darker;
  }
  return '#000000';
}

/** How light a colour is, from 0 (black) to 1 (white). */
export function luminance(color: string): number {
  return channelsOf(color).reduce((light, value, channel) => light + lightOf(channel, value), 0);
}

/** What a value (0 to 255) of red (0), green (1) or blue (2) adds to how light a colour is. */
export function lightOf(channel: number, value: number): number {
  const share = value / 255;
  const light = share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  return light * (shares[channel] ?? 0);
}

const shares = [0.2126, 0.7152, 0.0722] as const;

/** Red, green and blue of a colour such as `#1b2430`, each from 0 to 255. */
export function channelsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

function hex(values: readonly number[]): string {
  return `#${values.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
