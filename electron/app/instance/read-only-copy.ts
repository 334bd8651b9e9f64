import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { DossierError } from '#contract/error.ts';
import type { Clock } from '#contract/ports.ts';
import { acquireHome } from '#db/store/lock.ts';
import { withStoreErrors } from '#db/store/errors.ts';
import { ownTemporaryFolder } from './endpoint.ts';

/*
 * A vault that cannot be written is opened as a private copy. SQLite needs to write beside a log, and a store of an
 * older version must be migrated.
 */

/** A copy of a vault for this process alone. */
export interface VaultCopy {
  /** Absolute path of the copied vault. */
  readonly home: string;
  /** Deletes the copy. */
  remove(): void;
}

/** Not copied: what only a writer needs, or a running instance has left. */
const leftOut: ReadonlySet<string> = new Set(['backups', 'backup.new', 'lock.db', 'received']);

/**
 * Copies a vault into a private temporary folder if the system refuses to write it; null if it can be written or is no
 * vault. Copies of processes that were killed are removed first.
 * @throws DossierError `file`, `disk-full`, and `busy` if another program goes on writing the vault
 */
export async function copyIfReadOnly(home: string, clock: Pick<Clock, 'sleep'>): Promise<VaultCopy | null> {
  if (!isReadOnlyVault(home)) return null;
  const folder = withStoreErrors(() => {
    const parent = join(ownTemporaryFolder(), 'read-only');
    mkdirSync(parent, { recursive: true, mode: 0o700 });
    removeLeftCopies(parent);
    return mkdtempSync(join(parent, 'vault-'));
  });
  // Held as long as the copy is used: another start removes only what nobody holds.
  const lock = acquireHome(folder);
  const remove = (): void => {
    if (lock.kind === 'acquired') lock.release();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const copy = join(folder, 'vault');
    await copyAtRest(home, copy, clock);
    return { home: copy, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

const maxCopies = 8;
/** Longer than two steps of the clock by which systems date a change. */
const restMs = 40;

/**
 * Copies a folder as it stood at one moment, although another program may write it. If a file changes meanwhile, the
 * copy is made again, a bounded number of times.
 * @param copy makes one copy; tests bring one in which something changes
 * @throws DossierError `busy` if it went on changing, and what copying throws
 */
export async function copyAtRest(
  from: string,
  to: string,
  { sleep }: Pick<Clock, 'sleep'>,
  copy = copyFolder,
): Promise<void> {
  let before = withStoreErrors(() => fingerprintOf(from));
  for (let copies = 0; copies < maxCopies; copies += 1) {
    // A change in the same step of the clock as the one before leaves no other date.
    await sleep(restMs);
    const rested = withStoreErrors(() => fingerprintOf(from));
    if (rested === before) {
      const isWhole = withStoreErrors(() => {
        rmSync(to, { recursive: true, force: true });
        return copied(() => copy(from, to)) && fingerprintOf(from) === rested;
      });
      if (isWhole) return;
    }
    before = withStoreErrors(() => fingerprintOf(from));
  }
  throw new DossierError(
    'busy',
    `Another program goes on writing ${from}, so it cannot be copied whole. Wait until that program is done, then try again.`,
  );
}

/** Runs a copy. @returns false if a file went away in the middle, as a log does when its store is closed */
function copied(copy: () => void): boolean {
  try {
    copy();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

/** Names, sizes and dates of all that is copied. */
function fingerprintOf(folder: string): string {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !leftOut.has(name))
    .map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return `${entry.name}/(${fingerprintOf(path)})`;
      if (!entry.isFile()) return '';
      const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
      return [entry.name, stats?.ino, stats?.size, stats?.mtimeNs, stats?.ctimeNs].join(' ');
    })
    .join('\n');
}

/** Whether a vault lies here and the system refuses to write it. */
export function isReadOnlyVault(home: string): boolean {
  if (!['key.json', 'key.backup.json'].some((name) => existsSync(join(home, name)))) return false;
  const stores = join(home, 'stores');
  const folders = namesIn(stores).map((name) => join(stores, name));
  const written = [
    home,
    join(home, 'lock.db'),
    stores,
    ...folders,
    ...folders.map((of) => join(of, 'store.db')),
  ];
  return written.some((path) => existsSync(path) && refusesWriting(path));
}

function refusesWriting(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'EROFS' || code === 'EACCES' || code === 'EPERM';
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Files and folders alone, with modes of their own: those of the vault may forbid to write the copy too. */
export function copyFolder(from: string, to: string): void {
  mkdirSync(to, { mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (leftOut.has(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target);
    else if (entry.isFile()) {
      copyFileSync(source, target, constants.COPYFILE_FICLONE);
      chmodSync(target, 0o600);
    }
  }
}

function removeLeftCopies(parent: string): void {
  for (const name of namesIn(parent)) {
    const folder = join(parent, name);
    // One without a lock is being made, or was never filled.
    if (!existsSync(join(folder, 'lock.db'))) continue;
    const lock = acquireHome(folder);
    if (lock.kind === 'held') continue;
    lock.release();
    rmSync(folder, { recursive: true, force: true });
  }
}
