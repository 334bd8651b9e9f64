import { createHmac, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { derive } from './envelope.ts';
import { withStoreErrors } from './errors.ts';
import { writeDurably } from './files.ts';

/*
 * How long a home waits until it locks itself. It lies beside the key file, since it belongs to the vault. A MAC under
 * the data key keeps a user who can only write the folder from prolonging the time.
 */

const fileSchema = z.strictObject({
  version: z.literal(1),
  minutes: z.int().min(1),
  mac: z.hex().length(64),
});

/** What the person chose, minutes; null if they chose nothing, or the file is not as this home wrote it. */
export function readLockTime(home: string, dataKey: Uint8Array): number | null {
  const path = pathOf(home);
  try {
    if (!existsSync(path)) return null;
    const { minutes, mac } = fileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    const right = timingSafeEqual(Buffer.from(mac, 'hex'), Buffer.from(macOf(minutes, dataKey), 'hex'));
    return right ? minutes : null;
  } catch {
    return null;
  }
}

/** Keeps what the person chose. @throws DossierError `disk-full`, `file` */
export function writeLockTime(home: string, dataKey: Uint8Array, minutes: number): void {
  withStoreErrors(() => {
    const text = JSON.stringify({ version: 1, minutes, mac: macOf(minutes, dataKey) });
    writeDurably(pathOf(home), `${text}\n`);
  });
}

function pathOf(home: string): string {
  return join(home, 'lock-time.json');
}

function macOf(minutes: number, dataKey: Uint8Array): string {
  return createHmac('sha256', derive(dataKey, 'dossier lock time')).update(String(minutes)).digest('hex');
}
