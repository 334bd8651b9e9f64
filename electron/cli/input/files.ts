import { open } from 'node:fs/promises';
import { sep } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { DossierError } from '#contract/error.ts';
import { whyNotOnWindows } from '#domain/base/file-name.ts';
import { resolvePath } from '#app/client/home-folder.ts';
import { fit, plain } from '../output/text.ts';
import { decodeText } from './decode.ts';

export interface FileOptions {
  /** Folder that relative paths start from. */
  readonly folder: string;
  readonly maxBytes: number;
  /** Ends the reading, which a pipe or a terminal may never do by itself. */
  readonly signal?: AbortSignal;
  /** Is told when standard input is waited for: a command without a prompt looks as if it hung. */
  readonly onWaiting?: () => void;
}

/** The name of a file for a message; "-" is standard input. */
export function nameOf(path: string): string {
  return path === '-' ? 'standard input' : fit(plain(path), LONGEST_NAME);
}

const LONGEST_NAME = 200;

/**
 * Reads a text file that a person named; "-" is standard input. UTF-16 needs a byte order mark, which is left out.
 * @throws DossierError 'file' that names the file: missing, a folder, too large, no valid text; 'cancelled'
 */
export async function readTextFile(path: string, options: FileOptions): Promise<string> {
  if (path === '') throw new DossierError('file', 'The name of a file is empty.');
  const name = nameOf(path);
  const bytes = await readBytes(path === '-' ? null : resolvePath(options.folder, path), name, options);
  const text = decodeText(bytes);
  if (text !== null) return text;
  throw new DossierError('file', `${name} is not valid UTF-8 text. Save it as UTF-8 and try again.`);
}

/**
 * Reads a file of any kind that a person named; standard input is none.
 * @throws DossierError 'file' that names the file: missing, a folder, too large; 'cancelled'
 */
export async function readBinaryFile(
  path: string,
  { folder, ...options }: Omit<FileOptions, 'onWaiting'>,
): Promise<Buffer> {
  if (path === '') throw new DossierError('file', 'The name of a file is empty.');
  return readBytes(resolvePath(folder, path), nameOf(path), { folder, ...options });
}

async function readBytes(
  path: string | null,
  name: string,
  { maxBytes, signal, onWaiting }: FileOptions,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    const source = path === null ? process.stdin : (await open(path)).createReadStream();
    if (path === null) onWaiting?.();
    if (signal !== undefined) addAbortSignal(signal, source);
    for await (const part of source) {
      const bytes = Buffer.from(part as Uint8Array);
      length += bytes.length;
      if (length > maxBytes) break;
      parts.push(bytes);
    }
  } catch (error) {
    if (signal?.aborted) throw new DossierError('cancelled', 'Stopped before anything was done.');
    throw new DossierError('file', `${name} ${whyUnreadable(error, path)}.`, { cause: error });
  }
  if (length > maxBytes) {
    throw new DossierError(
      'file',
      `${name} is larger than ${String(Math.floor(maxBytes / 1024 / 1024))} MB, which is the most that is taken.`,
    );
  }
  return Buffer.concat(parts);
}

function whyUnreadable(error: unknown, path: string | null, isWindows = sep === '\\'): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  // Windows says of a name that no file can have that there is no such file.
  if (isWindows && path !== null && whyNotOnWindows(path) !== null) return 'cannot be the name of a file';
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
    case 'ENAMETOOLONG':
      return 'cannot be the name of a file';
    default:
      return `cannot be read (${code ?? 'unknown error'})`;
  }
}
