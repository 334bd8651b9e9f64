import { readFileSync } from 'node:fs';
import { DossierError } from '#contract/error.ts';
import { fit, plain } from '../output/text.ts';
import { decodeText } from './decode.ts';

/** Nobody keeps more in a file of a password; a path that was mistyped would otherwise lock a report with a picture. */
const maxBytes = 4_096;

/**
 * The password that a file holds: its first line, without the line end. A pipe will do. What it says is never repeated.
 *
 * @throws DossierError `file` if it cannot be read, holds nothing, or is no file of a password
 */
export function readPasswordFile(path: string): string {
  const name = fit(plain(path), 200);
  const bytes = readWhole(path, name);
  const text = decodeText(bytes.subarray(0, maxBytes + 1));
  if (text === null || bytes.length > maxBytes || text.includes('\0')) {
    throw new DossierError('file', `${name} is no password file: it has to be a short text in UTF-8.`);
  }
  const line = text.split(/\r?\n/u, 1)[0] ?? '';
  bytes.fill(0);
  if (line === '')
    throw new DossierError('file', `The password file ${name} holds no password in its first line.`);
  return line;
}

function readWhole(path: string, name: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new DossierError('file', `The password file ${name} cannot be read (${code}).`, { cause: error });
  }
}
