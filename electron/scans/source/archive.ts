import { maxImageBytes } from '#contract/input/sizes.ts';
import type { ScanProblem } from '#contract/scans/problem.ts';
import type { ScanLimits } from './limits.ts';

/** A file in an archive. Its name is looked up and shown, and never used as a path. */
export interface PackedFile {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** The images of an archive by their names. */
export type ArchivedImages = ReadonlyMap<string, Uint8Array>;

const image = /\.(?:png|jpe?g|gif|webp|bmp)$/iu;
/** Folders, notes and reports that reporting tools put beside their findings. */
const beside =
  /(?:^|\/)(?:[^/]*-(?:images|assets|files)|evidence)\/|^(?:NOTICE|README|LICENSE)[^/]*$|\.(?:docx|pptx|xlsx|pdf)$/u;

/** Whether a file belongs to others of its archive, and says nothing by itself. */
export function isAttachment(name: string): boolean {
  return image.test(name) || beside.test(name);
}

/**
 * The images of an archive, which findings refer to.
 * @param report is told how many are too large to be kept
 */
export async function archivedImages(
  files: AsyncIterable<PackedFile>,
  limits: ScanLimits,
  report: (problem: ScanProblem) => void,
): Promise<ArchivedImages> {
  const images = new Map<string, Uint8Array>();
  let [total, left] = [0, 0];
  for await (const { name, bytes } of files) {
    if (!image.test(name) || /-(?:assets|files)\//u.test(name)) continue;
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of bytes) {
      length += piece.length;
      if (length > maxImageBytes || total + length > limits.imageBytes) break;
      pieces.push(piece);
    }
    if (length > maxImageBytes || total + length > limits.imageBytes) left += 1;
    else {
      total += length;
      images.set(name, Buffer.concat(pieces));
    }
  }
  if (left > 0)
    report({ line: null, column: null, message: `Images that are too large and left out: ${String(left)}.` });
  return images;
}
