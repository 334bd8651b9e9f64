import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { DossierError } from '#contract/error.ts';
import { writeWhole } from './whole-file.ts';

const pointerSchema = z.object({ version: z.literal(1), current: z.string().regex(/^[0-9a-f]{32}$/u) });

/**
 * Which store of this home is the current one; null in a home that was never connected.
 *
 * @throws DossierError `damaged-store` where the pointer cannot be read: nothing is guessed, stores stay as they are
 */
export function readCurrentStore(home: string): string | null {
  const path = join(home, 'current.json');
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  try {
    return pointerSchema.parse(JSON.parse(text)).current;
  } catch (error) {
    throw new DossierError(
      'damaged-store',
      `${path} cannot be read. Remove it and run "dossier connect" again: findings and queue are found again.`,
      { cause: error },
    );
  }
}

/** Makes a store the current one, durably. */
export function writeCurrentStore(home: string, id: string): void {
  writeWhole(join(home, 'current.json'), Buffer.from(JSON.stringify({ version: 1, current: id })));
}
