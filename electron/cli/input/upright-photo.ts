import type { CleanImage } from '#domain/images/index.ts';
import { upright } from '#domain/images/upright.ts';

const quality = 92;
/** As much as the report decodes. */
const maxDecoding = { maxResolutionInMP: 100, maxMemoryUsageInMB: 2_048 };

/**
 * A photo whose pixels are turned as its camera asked, as a window turns them; null if it cannot be decoded, or is no JPEG.
 */
export async function uprightPhoto({ type, content, orientation }: CleanImage): Promise<Buffer | null> {
  if (type !== 'image/jpeg') return null;
  // Only few commands need it.
  const { decode, encode } = await import('jpeg-js');
  try {
    const { width, height, data } = decode(content, { useTArray: true, formatAsRGBA: true, ...maxDecoding });
    const turned = upright({ width, height, rgba: data }, orientation);
    return encode({ width: turned.width, height: turned.height, data: turned.rgba }, quality).data;
  } catch {
    return null;
  }
}
