import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { DossierError } from '#contract/error.ts';
import { plain } from './text.ts';

export interface FileOptions {
  /** Folder that relative paths start from. */
  readonly folder: string;
  readonly maxBytes: number;
}

/**
 * Reads a text file that a person named; "-" is standard input. A byte order mark is left out.
 * @throws DossierError 'file' that names the file: missing, a folder, too large, no valid UTF-8
 */
export async function readTextFile(path: string, { folder, maxBytes }: FileOptions): Promise<string> {
  const name = path === '-' ? 'standard input' : plain(path);
  const bytes = await readBytes(path === '-' ? null : resolve(folder, path), name, maxBytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new DossierError('file', `${name} is not valid UTF-8 text. Save it as UTF-8 and try again.`);
  }
}

async function readBytes(path: string | null, name: string, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    const source = path === null ? process.stdin : (await open(path)).createReadStream();
    for await (const part of source) {
      const bytes = Buffer.from(part as Uint8Array);
      length += bytes.length;
      if (length > maxBytes) break;
      parts.push(bytes);
    }
  } catch (error) {
    throw new DossierError('file', `${name} ${whyUnreadable(error)}.`, { cause: error });
  }
  if (length > maxBytes) {
    throw new DossierError(
      'file',
      `${name} is larger than ${String(Math.floor(maxBytes / 1024 / 1024))} MB, which is the most that is taken.`,
    );
  }
  return Buffer.concat(parts);
}

function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'does not exist';
    case 'EISDIR':
      return 'is a folder, not a file';
    case 'EACCES':
    case 'EPERM':
      return 'may not be read by you';
    case 'ERR_INVALID_ARG_VALUE':
      return 'cannot be the name of a file';
    default:
      return `cannot be read (${code ?? 'unknown error'})`;
  }
}
