import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { DossierError } from '#contract/error.ts';
import { writeWhole } from '../platform/whole-file.ts';

const storeId = /^[0-9a-f]{32}$/u;
const pointerSchema = z.object({ version: z.literal(1), current: z.string().regex(storeId) });

/**
 * Which store of this home is the current one; null in a home that was never connected. If the pointer is
 * missing or damaged, the only store there is can be no other: findings and queue stay within reach offline.
 *
 * @param tell gets a sentence if a damaged pointer was written again
 * @throws DossierError `damaged-store` if the pointer cannot be read and there are several stores. They may belong to
 *   different accounts (promise 9), so nothing is guessed or changed
 */
export function readCurrentStore(home: string, tell: (sentence: string) => void): string | null {
  const path = join(home, 'current.json');
  try {
    return pointerSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).current;
  } catch (error) {
    const stores = storesOf(home);
    const [only] = stores.length === 1 ? stores : [];
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return only ?? null;
    if (only !== undefined) {
      writeCurrentStore(home, only);
      tell('current.json was damaged; it is written again for the only store of this vault.');
      return only;
    }
    throw new DossierError(
      'damaged-store',
      `${path} cannot be read. Remove it and run "dossier connect" again: findings and queue are found again.`,
      { cause: error },
    );
  }
}

/** The names of the stores of a home. */
export function storesOf(home: string): readonly string[] {
  try {
    return readdirSync(join(home, 'stores')).filter((name) => storeId.test(name));
  } catch {
    return [];
  }
}

/** Makes a store the current one, durably. */
export function writeCurrentStore(home: string, id: string): void {
  writeWhole(join(home, 'current.json'), Buffer.from(JSON.stringify({ version: 1, current: id })));
}
