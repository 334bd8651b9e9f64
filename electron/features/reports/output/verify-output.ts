import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { DossierError } from '#contract/error.ts';
import { inPieces, type Pace } from '#engine/schedule/yield-turn.ts';
import { megabyte, piecesOf } from '../chunks.ts';
import { codeOf } from './output-place.ts';

/** The bytes of a file that was made just now. @throws DossierError `file`: it is not there, or not what was made */
export async function verifyOutput(path: string, sha256: string, pace: Pace): Promise<Uint8Array> {
  const file = await readFile(path).catch((error: unknown) => {
    throw new DossierError('file', `The report was made and ${whyUnread(codeOf(error))}. Export it again.`, {
      cause: error,
    });
  });
  const digest = createHash('sha256');
  await inPieces(piecesOf(megabyte, [file]), pace, (piece) => digest.update(piece));
  if (digest.digest('hex') === sha256) return file;
  throw new DossierError(
    'file',
    'The report was changed by another program while it was made; export again.',
  );
}

function whyUnread(code: string): string {
  return code === 'ENOENT'
    ? 'is gone again: a security program may have taken it away, as they do with texts that quote attacks. A PDF with a password is left alone'
    : `cannot be read (${code})`;
}
