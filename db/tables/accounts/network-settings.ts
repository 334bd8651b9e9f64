import { join } from 'node:path';
import { z } from 'zod';
import type { NetworkSettings } from '#contract/network.ts';
import { derive } from '../../store/envelope.ts';
import { readSealed, writeSealed, type SealedFile } from '../../store/sealed-file.ts';

/*
 * How each service is reached from this computer. It lies beside the key file and not in a store. The first connection
 * needs it earlier, and a store copied to another computer must not bring it along. All of it is sealed with a key of
 * its own under the data key, since passwords and private keys are in it.
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
const tableSchema = z.array(z.tuple([z.string(), settingsSchema])).max(1_000);

/** A file that was changed or damaged: nothing is guessed, since a request without its proxy may not be wanted. */
export type NetworkReading =
  { readonly kind: 'settings'; readonly settings: NetworkSettings | null } | { readonly kind: 'damaged' };

/** The settings for a service, as `parseBaseUrl` names it; null if nothing was chosen. */
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
  writeSealed(fileOf(home, dataKey), [...table]);
}

function readTable(home: string, dataKey: Uint8Array): Map<string, NetworkSettings> | null {
  const reading = readSealed(fileOf(home, dataKey));
  if (reading.kind === 'damaged') return null;
  return new Map(reading.kind === 'read' ? reading.value : []);
}

function fileOf(home: string, dataKey: Uint8Array): SealedFile<[string, NetworkSettings][]> {
  return {
    path: join(home, 'network.json'),
    key: derive(dataKey, 'dossier network settings'),
    schema: tableSchema,
  };
}
