import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

const isWindows = sep === '\\';

/**
 * Makes the folder of an installation, for its user alone (0700). An empty folder that exists is closed to others as
 * well. One with other content is left as it is, since it may be shared for a reason.
 * @throws file system errors
 */
export function prepareHome(home: string): void {
  if (!existsSync(home)) mkdirSync(home, { recursive: true, mode: 0o700 });
  else if (readdirSync(home).length === 0) chmodSync(home, 0o700);
}

/**
 * Writes a file for its user alone (0600), durably: after a crash it holds either the old bytes or all new ones.
 * Temporary file, sync, rename, sync of the folder.
 * @throws file system errors; the temporary file is gone then
 */
export function writeDurably(path: string, bytes: string | Uint8Array): void {
  // A name that no person gives: the folder may be one of theirs, and what lies there under it is removed.
  const temporary = join(dirname(path), `.${basename(path)}.dossier-new`);
  rmSync(temporary, { force: true });
  try {
    const file = openSync(temporary, 'wx', 0o600);
    try {
      writeFileSync(file, bytes);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameOver(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}

/** Brings what was written to a file by others onto the disk. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** What Windows answers if another program has a file open. */
const heldCodes: ReadonlySet<unknown> = new Set(['EPERM', 'EACCES', 'EBUSY']);
const tries = 20;
const pauseMs = 100;

/** What renaming needs of the system. */
export interface RenameSystem {
  readonly isWindows: boolean;
  readonly rename: (from: string, to: string) => void;
  /** Holds this thread for so many milliseconds. */
  readonly pause: (ms: number) => void;
}

const thisSystem: RenameSystem = {
  isWindows,
  rename: renameSync,
  pause: (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
};

/**
 * Renames a file over another. On Windows a virus scanner or another program may have one of them open: tries again for
 * two seconds.
 * @throws file system errors; `EBUSY` if the target is still open elsewhere then, `EISDIR` if it is a folder, and
 * everything is as before
 */
export function renameOver(from: string, to: string, system: RenameSystem = thisSystem): void {
  for (let tried = 1; ; tried += 1) {
    try {
      system.rename(from, to);
      return;
    } catch (error) {
      if (!system.isWindows || !heldCodes.has(codeOf(error))) throw error;
      // Windows answers the same as for a file in use, however long one waits.
      if (isFolder(to)) throw refusal('EISDIR', 'a folder stands there', to, error);
      if (tried === tries)
        throw isWritableFile(to) ? refusal('EBUSY', 'open in another program', to, error) : error;
    }
    system.pause(pauseMs);
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** A file that may be written and still cannot be replaced is held by another program. */
function isWritableFile(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function refusal(code: string, words: string, path: string, cause: unknown): Error {
  return Object.assign(new Error(`${code}: ${words}, rename ${path}`, { cause }), { code });
}

/** Renames durably: after a power failure the file has the new name. */
export function renameDurably(from: string, to: string): void {
  renameOver(from, to);
  syncFolder(dirname(to));
}

/** Makes names in a folder durable. Windows has no such call and needs none. */
export function syncFolder(folder: string): void {
  if (isWindows) return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Creates a file for its user alone (0600) before SQLite opens it, which would make it readable for all; the WAL beside
 * it gets the same mode. One that is there already is not touched: POSIX drops a process's locks on a file when any
 * descriptor of it is closed.
 * @throws file system errors
 */
export function prepareFile(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
}
