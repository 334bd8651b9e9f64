import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { NetworkSettings } from '#contract/network.ts';
import { derive } from '../../store/envelope.ts';
import { withStoreErrors } from '../../store/errors.ts';
import { writeDurably } from '../../store/files.ts';

/*
 * How each service is reached from this computer. It lies beside the key file and not in a store: the first connection
 * needs it before there is one, and a copy of a store on another computer must not bring it along. All of it is sealed
 * with a key of its own under the data key, since passwords and private keys are in it.
 */

const settingsSchema: z.ZodType<NetworkSettings> = z.strictObject({
  proxy: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('automatic') }),
    z.strictObject({ kind: z.literal('none') }),
    z.strictObject({
      kind: z.literal('manual'),
      address: z.string(),
      name: z.string().nullable(),
      password: z.string().nullable(),
    }),
  ]),
  authorities: z.string().nullable(),
  clientCertificate: z.strictObject({ file: z.string(), passphrase: z.string() }).nullable(),
});
const fileSchema = z.strictObject({
  version: z.literal(1),
  nonce: z.base64().length(16),
  sealed: z.base64(),
});
const tableSchema = z.array(z.tuple([z.string(), settingsSchema])).max(1_000);
const tagBytes = 16;

/** A file that was changed or damaged: nothing is guessed, since a request without its proxy may not be wanted. */
export type NetworkReading =
  { readonly kind: 'settings'; readonly settings: NetworkSettings | null } | { readonly kind: 'damaged' };

/** The settings for a service, as `parseBaseUrl` names it; null where nothing was chosen. */
export function readNetworkSettings(home: string, dataKey: Uint8Array, baseUrl: string): NetworkReading {
  const table = readTable(home, dataKey);
  if (table === null) return { kind: 'damaged' };
  return { kind: 'settings', settings: table.get(baseUrl) ?? null };
}

/** Keeps the settings for a service; over a damaged file, in its place. @throws DossierError `disk-full`, `file` */
export function writeNetworkSettings(
  home: string,
  dataKey: Uint8Array,
  baseUrl: string,
  settings: NetworkSettings,
): void {
  const table = readTable(home, dataKey) ?? new Map<string, NetworkSettings>();
  table.set(baseUrl, settings);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(dataKey), nonce);
  const sealed = Buffer.concat([
    cipher.update(JSON.stringify([...table]), 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  const file = { version: 1, nonce: nonce.toString('base64'), sealed: sealed.toString('base64') };
  withStoreErrors(() => {
    writeDurably(pathOf(home), `${JSON.stringify(file)}\n`);
  });
}

function readTable(home: string, dataKey: Uint8Array): Map<string, NetworkSettings> | null {
  const path = pathOf(home);
  try {
    if (!existsSync(path)) return new Map();
    const file = fileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    const sealed = Buffer.from(file.sealed, 'base64');
    const nonce = Buffer.from(file.nonce, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', keyOf(dataKey), nonce, { authTagLength: tagBytes });
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    const text = Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]);
    return new Map(tableSchema.parse(JSON.parse(text.toString('utf8'))));
  } catch {
    return null;
  }
}

function keyOf(dataKey: Uint8Array): Uint8Array {
  return derive(dataKey, 'dossier network settings');
}

function pathOf(home: string): string {
  return join(home, 'network.json');
}
