import type { FileHandle } from 'node:fs/promises';
import { z } from 'zod';
import { readEnvelope } from '#db/store/envelope.ts';
import { entriesOfTar, readFromTar, sumOfStart } from './tar.ts';
import type { TarEntry } from './tar.ts';

/*
 * The last file of a backup holds a sum of all bytes before it, so that damage is noticed without the passphrase. It is
 * no proof against a person who changes the archive on purpose: stores and key file are authenticated for that.
 */

/** Never restored: it speaks of the archive. */
export const sumName = 'backup-sum.json';
/** Belong to this computer, and are in no backup; those of earlier versions are left out of the restored vault. */
export const placeNames: ReadonlySet<string> = new Set(['network.json', 'token-origins.json']);

const storeName = /^stores\/[0-9a-f]{32}\/store\.db$/u;
const fileName = /^\w[\w.-]{0,60}\.json$/u;

const sumSchema = z.object({
  version: z.literal(1),
  sha256: z.hex().length(64),
  credentials: z.int().min(0),
});

/** The text of the last file. `credentials`: how many stores hold a token or the cookies of a session. */
export function sumText(sum: { readonly sha256: string; readonly credentials: number }): string {
  return `${JSON.stringify({ version: 1, ...sum })}\n`;
}

/** A backup as it can be read without its passphrase. */
export interface BackupArchive {
  /** What becomes a file of the restored vault. */
  readonly files: readonly TarEntry[];
  readonly stores: readonly TarEntry[];
  /** Without it, it was written by an earlier version, and damage cannot be noticed. */
  readonly sum: TarEntry | null;
  /** What its key file says. `newer`: of a later version. */
  readonly key: 'bare' | 'protected' | 'newer' | 'damaged';
}

/** Reads what is in a backup. @throws RangeError for any other file and one that was cut short; file system errors */
export async function readBackup(archive: FileHandle): Promise<BackupArchive> {
  const entries = await entriesOfTar(archive);
  const names = new Set(entries.map(({ name }) => name));
  const sum = entries.find(({ name }) => name === sumName) ?? null;
  // Only what a backup holds, each once, and the key: an archive leads nowhere else.
  const isVault =
    names.has('key.json') &&
    names.size === entries.length &&
    entries.every(({ name }) => storeName.test(name) || fileName.test(name)) &&
    (sum === null || sum === entries.at(-1));
  if (!isVault) throw new RangeError('no vault');
  const files = entries.filter(({ name }) => name !== sumName && !placeNames.has(name));
  return {
    files,
    stores: files.filter(({ name }) => storeName.test(name)),
    sum,
    key: await keyIn(archive, entries),
  };
}

/** What checking a backup came to. */
export type SumCheck =
  | { readonly kind: 'right'; readonly credentials: number }
  | { readonly kind: 'none' }
  | { readonly kind: 'wrong' };

/** Compares a backup with its sum, which reads all of it. @throws RangeError if it is cut short; file system errors */
export async function checkSum(
  archive: FileHandle,
  { sum }: Pick<BackupArchive, 'sum'>,
  onChunk: () => void = () => undefined,
): Promise<SumCheck> {
  if (sum === null) return { kind: 'none' };
  const read = sumIn(await readFromTar(archive, sum));
  if (read === null) return { kind: 'wrong' };
  const isRight = (await sumOfStart(archive, sum.headerAt, onChunk)) === read.sha256;
  return isRight ? { kind: 'right', credentials: read.credentials } : { kind: 'wrong' };
}

function sumIn(text: string): z.output<typeof sumSchema> | null {
  try {
    return sumSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** One copy of the key file is enough: the vault repairs the other when it is opened. */
async function keyIn(archive: FileHandle, entries: readonly TarEntry[]): Promise<BackupArchive['key']> {
  for (const name of ['key.json', 'key.backup.json']) {
    const entry = entries.find((one) => one.name === name);
    if (entry === undefined) continue;
    const reading = readEnvelope(await readFromTar(archive, entry));
    if (reading.kind === 'newer') return 'newer';
    if (reading.kind === 'envelope')
      return reading.envelope.slots.some(({ kind }) => kind === 'bare') ? 'bare' : 'protected';
  }
  return 'damaged';
}
