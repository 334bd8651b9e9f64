import { DossierError } from '#contract/error.ts';
import { writeDurably } from '#db/store/files.ts';

/**
 * Writes a file whole: a kill leaves the old file or the new one, never half of it.
 *
 * @throws DossierError `file` or `disk-full`, naming the path
 */
export function writeWhole(path: string, bytes: Uint8Array): void {
  try {
    writeDurably(path, bytes);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown failure';
    throw new DossierError(
      code === 'ENOSPC' || code === 'EDQUOT' ? 'disk-full' : 'file',
      `${path} cannot be written (${code}). Check the folder and its free space.`,
      { cause: error },
    );
  }
}
