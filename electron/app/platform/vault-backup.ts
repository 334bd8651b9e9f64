import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { DossierError } from '#contract/error.ts';
import type { VaultBackup } from '#contract/procedures/program/storage.ts';
import { whyUnwritable } from '#domain/base/unwritable.ts';
import { copyStore } from '#db/recovery/backup.ts';
import { renameDurably } from '#db/store/files.ts';
import { openReader, openStore } from '#db/store/open.ts';
import { hasCredentials } from '#db/tables/accounts/credentials.ts';
import { countOpenOperations } from '#db/tables/outbox/operations.ts';
import { transaction } from '#db/store/transaction.ts';
import { markAsCopy } from '#features/settings/whereabouts.ts';
import { codeOf, whyNoOutput } from '#features/reports/output/output-place.ts';
import { checkSum, placeNames, readBackup, sumName, sumText } from './backup-archive.ts';
import { writeTar } from './tar.ts';
import type { TarWriter } from './tar.ts';

/** Where stores are copied to before they go into the archive. */
const unfinished = 'backup.new';

/**
 * Writes the whole vault into one new file, an archive that `tar` unpacks: each store as it is at one moment, and the key
 * file. A store in it counts as a copy, so its waiting creations are looked for first (promise 3).
 *
 * @param keyOf the key of a store, by its id
 * @throws DossierError `file`, `disk-full`, `damaged-store`; nothing is left at `path` then
 */
export async function backUpVault(
  home: string,
  path: string,
  keyOf: (id: string) => Uint8Array,
): Promise<VaultBackup> {
  const place = resolve(path);
  refusePlace(path, place);
  const temporary = join(dirname(place), `.${basename(place)}.dossier-new`);
  const copies = join(home, unfinished);
  removeUnfinishedVaultBackup(home);
  try {
    rmSync(temporary, { force: true });
    const archive = openSync(temporary, 'wx', 0o600);
    let counts: BackupCounts;
    try {
      mkdirSync(copies, { mode: 0o700 });
      const tar = writeTar(archive);
      counts = fill(tar, home, copies, keyOf);
      tar.appendText(sumName, sumText({ sha256: tar.sum(), credentials: counts.credentials }), Date.now());
      tar.end();
      fsyncSync(archive);
    } finally {
      closeSync(archive);
    }
    await refuseDamage(temporary, path);
    refusePlace(path, place);
    renameDurably(temporary, place);
    return { path: place, bytes: statSync(place).size, ...counts };
  } catch (error) {
    rmSync(temporary, { force: true });
    if (error instanceof DossierError) throw error;
    const code = codeOf(error);
    throw new DossierError(
      code === 'ENOSPC' ? 'disk-full' : 'file',
      `The backup cannot be written to ${path}${whyUnwritable(code)} Nothing was changed.`,
      { cause: error },
    );
  } finally {
    removeUnfinishedVaultBackup(home);
  }
}

/** Reads what was written: a disk that fails, or a key file that is damaged, is told now and not when it is needed. */
async function refuseDamage(temporary: string, path: string): Promise<void> {
  const archive = await open(temporary, 'r');
  try {
    const backup = await readBackup(archive);
    const isWhole = (await checkSum(archive, backup)).kind === 'right' && backup.key !== 'damaged';
    if (!isWhole) throw new RangeError('damaged');
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new DossierError(
      'file',
      `What was written to ${path} is not what this vault holds, so it is no backup. Try another disk; nothing was changed.`,
      { cause: error },
    );
  } finally {
    await archive.close();
  }
}

/** Removes copies of stores that a backup left if the program was killed over it. Never throws. */
export function removeUnfinishedVaultBackup(home: string): void {
  try {
    rmSync(join(home, unfinished), { recursive: true, force: true });
  } catch {
    // Held by another program: the next start tries again.
  }
}

function refusePlace(path: string, place: string): void {
  const why = whyNoOutput(place);
  if (why !== null)
    throw new DossierError('file', `${path} ${why}. Name another file, best on another disk.`);
  if (lstatSync(place, { throwIfNoEntry: false }) !== undefined)
    throw new DossierError('file', `${path} is there already. Name a new file; a backup replaces nothing.`);
}

type BackupCounts = Pick<VaultBackup, 'stores' | 'pending' | 'credentials'>;

function fill(tar: TarWriter, home: string, copies: string, keyOf: (id: string) => Uint8Array): BackupCounts {
  let pending = 0;
  let credentials = 0;
  let stores = 0;
  for (const id of storesIn(home)) {
    const key = keyOf(id);
    const copy = { path: join(copies, 'store.db'), key };
    const reader = openReader({ path: join(home, 'stores', id, 'store.db'), key });
    try {
      copyStore(reader, copy.path);
    } finally {
      reader.close();
    }
    const db = openStore(copy);
    try {
      transaction(db, () => {
        markAsCopy(db);
      });
      pending += countOpenOperations(db).open;
      if (hasCredentials(db)) credentials += 1;
    } finally {
      db.close();
    }
    tar.append({ path: copy.path, name: `stores/${id}/store.db` });
    for (const name of readdirSync(copies)) rmSync(join(copies, name), { force: true });
    stores += 1;
  }
  // The key last: an archive that was cut short opens nothing.
  for (const name of filesIn(home)) tar.append({ path: join(home, name), name });
  return { stores, pending, credentials };
}

function storesIn(home: string): string[] {
  const folder = join(home, 'stores');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((id) => existsSync(join(folder, id, 'store.db')));
}

/** What stands beside the stores and belongs to no computer: which account is open, then the key. */
function filesIn(home: string): string[] {
  const isKey = (name: string): boolean => name.startsWith('key.');
  return readdirSync(home, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^[\w.-]+\.json$/u.test(entry.name))
    .map(({ name }) => name)
    .filter((name) => name !== sumName && !placeNames.has(name))
    .toSorted((one, other) => Number(isKey(one)) - Number(isKey(other)));
}
