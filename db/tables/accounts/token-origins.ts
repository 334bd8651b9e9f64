import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { derive } from '../../store/envelope.ts';
import { readSealed, writeSealed, type SealedFile } from '../../store/sealed-file.ts';

/*
 * Which origins a token of the environment may go to. It lies beside the key file and not in a store: it is asked before
 * anybody knows whose store is meant. The file holds no token but an HMAC of each, and is sealed, so nobody can add a row.
 * A row of another name says where the vault was made: one that was received has none, or that of another place.
 */

const fileName = 'token-origins.json';
const tableSchema = z.array(z.tuple([z.string(), z.array(z.string()).min(1)]));
/** Rows that are kept; the oldest go first. */
const maxTokens = 200;

/** No HMAC in base64url has this name. */
const placeRow = 'made at';
/** What a vault that was made of a backup has instead of its record. */
const restoredText = '{"restored":true}\n';

/** The origins of a token, the one of its first use first; `damaged` if the file was changed by others. */
export type TokenOrigins =
  | {
      readonly kind: 'origins';
      readonly origins: readonly string[];
      /** Where the vault was made, as `whereaboutsOf` names its folder; null if that is not known. */
      readonly madeAt: string | null;
    }
  /** The vault was made of a backup, which carries no record. */
  | { readonly kind: 'restored' }
  | { readonly kind: 'damaged' };

/** Notes in a new vault where it is made. @throws DossierError `disk-full`, `file` */
export function writeMadeAt(home: string, dataKey: Uint8Array, place: string): void {
  writeSealed(fileOf(home, dataKey), [[placeRow, [place]]]);
}

/** What a vault that is made of a backup begins with: nothing is known of any token. */
export function restoredTokenOrigins(): { readonly name: string; readonly text: string } {
  return { name: fileName, text: restoredText };
}

/** What is known of a token; no origins for one that was never used here. */
export function readTokenOrigins(home: string, dataKey: Uint8Array, token: string): TokenOrigins {
  const table = readTable(home, dataKey);
  if (table === null) return { kind: isRestored(home) ? 'restored' : 'damaged' };
  const [madeAt = null] = table.get(placeRow) ?? [];
  return { kind: 'origins', origins: table.get(nameOf(dataKey, token)) ?? [], madeAt };
}

function isRestored(home: string): boolean {
  try {
    return readFileSync(join(home, fileName), 'utf8') === restoredText;
  } catch {
    return false;
  }
}

/** Replaces the origins of a token; none forgets it. Over a damaged file, in its place. @throws DossierError `disk-full`, `file` */
export function writeTokenOrigins(
  home: string,
  dataKey: Uint8Array,
  token: string,
  origins: readonly string[],
): void {
  const table = readTable(home, dataKey) ?? new Map<string, string[]>();
  const name = nameOf(dataKey, token);
  table.delete(name);
  if (origins.length > 0) table.set(name, [...origins]);
  const place = table.get(placeRow);
  table.delete(placeRow);
  const rows = [...table].slice(-maxTokens);
  writeSealed(fileOf(home, dataKey), place === undefined ? rows : [[placeRow, place], ...rows]);
}

function readTable(home: string, dataKey: Uint8Array): Map<string, string[]> | null {
  const reading = readSealed(fileOf(home, dataKey));
  if (reading.kind === 'damaged') return null;
  return new Map(reading.kind === 'read' ? reading.value : []);
}

function fileOf(home: string, dataKey: Uint8Array): SealedFile<[string, string[]][]> {
  return {
    path: join(home, fileName),
    key: derive(dataKey, 'dossier token origins'),
    schema: tableSchema,
  };
}

function nameOf(dataKey: Uint8Array, token: string): string {
  return createHmac('sha256', derive(dataKey, 'dossier token names')).update(token).digest('base64url');
}
