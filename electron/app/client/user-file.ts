import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { DossierError } from '#contract/error.ts';
import { whyUnwritable } from '#domain/base/unwritable.ts';
import { renameOver } from '#db/store/files.ts';
import { codeOf, whyNoOutput } from '#features/reports/output/output-place.ts';

/**
 * Writes a file that the user named: whole, or not at all. Nobody else of this computer may read it.
 *
 * @param path absolute
 * @param name what a message calls it
 * @throws DossierError `file`; what stood there before stays then
 */
export async function writeUserFile(path: string, name: string, content: string | Uint8Array): Promise<void> {
  const why = whyNoOutput(path);
  if (why !== null) throw new DossierError('file', `${name} ${why}. Choose another name.`);
  // Renamed, not written over: another name of the file may be one that this would destroy.
  const unfinished = `${path}.${randomUUID()}.part`;
  try {
    const file = await open(unfinished, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    renameOver(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw new DossierError('file', `${name} cannot be written${whyUnwritable(codeOf(error))}`, {
      cause: error,
    });
  }
}
