import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { derive } from '../../store/envelope.ts';
import { readSealed, writeSealed, type SealedFile } from '../../store/sealed-file.ts';

/*
 * Which origins a token of the environment may go to. It lies beside the key file and not in a store: it is asked before
 * anybody knows whose store is meant. The file holds no token but an HMAC of each, and is sealed, so nobody can add a row.
 */

const tableSchema = z.array(z.tuple([z.string(), z.array(z.string()).min(1)]));
/** Rows that are kept; the oldest go first. */
const maxTokens = 200;

/** The origins of a token, the one of its first use first; `damaged` if the file was changed by others. */
export type TokenOrigins =
  { readonly kind: 'origins'; readonly origins: readonly string[] } | { readonly kind: 'damaged' };

/** What is known of a token; no origins for one that was never used here. */
export function readTokenOrigins(home: string, dataKey: Uint8Array, token: string): TokenOrigins {
  const table = readTable(home, dataKey);
  if (table === null) return { kind: 'damaged' };
  return { kind: 'origins', origins: table.get(nameOf(dataKey, token)) ?? [] };
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
  writeSealed(fileOf(home, dataKey), [...table].slice(-maxTokens));
}

function readTable(home: string, dataKey: Uint8Array): Map<string, string[]> | null {
  const reading = readSealed(fileOf(home, dataKey));
  if (reading.kind === 'damaged') return null;
  return new Map(reading.kind === 'read' ? reading.value : []);
}

function fileOf(home: string, dataKey: Uint8Array): SealedFile<[string, string[]][]> {
  return {
    path: join(home, 'token-origins.json'),
    key: derive(dataKey, 'dossier token origins'),
    schema: tableSchema,
  };
}

function nameOf(dataKey: Uint8Array, token: string): string {
  return createHmac('sha256', derive(dataKey, 'dossier token names')).update(token).digest('base64url');
}
