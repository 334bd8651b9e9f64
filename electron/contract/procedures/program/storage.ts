import { z } from 'zod';
import { procedure } from '../../procedure.ts';
import type { Evidence } from '../../finding/evidence.ts';

export const storageProcedures = {
  'storage.look': procedure<StorageView>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: true,
    input: z.strictObject({}),
  }),
  /** Makes a backup now, whenever the last one was. */
  'storage.backUp': procedure<{ readonly at: string; readonly bytes: number }>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({}),
  }),
  /** Writes the whole vault into one new file. */
  'home.backUp': procedure<VaultBackup>()({
    answeredBy: 'host',
    idempotent: false,
    writesPath: 'path',
    input: z.strictObject({ path: z.string().min(1).max(4_000) }),
  }),
  /** Gives the room of what was deleted back to the disk. */
  'storage.compact': procedure<{ readonly before: number; readonly after: number }>()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({}),
  }),
  /** Deletes the files of a damaged store that was set aside. */
  'storage.removeAside': procedure<{ readonly removed: boolean }>()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({ name: z.string().min(1).max(200) }),
  }),
};

/** A file or a group of files, with its size. */
export interface StoredFile {
  readonly name: string;
  readonly bytes: number;
  readonly at: string | null;
}

/** An image whose finding no list shows. */
export interface StrayImage extends Evidence {
  /** The engagement of its finding: it may be moved within this one alone. */
  readonly project: string;
}

export interface StorageView {
  readonly home: string;
  /** What can go wrong with a vault in that folder, in sentences; null if nothing is known to. */
  readonly risk: string | null;
  /** The store's file, its log beside it, and how much of it is room of what was deleted. */
  readonly store: { readonly bytes: number; readonly logBytes: number; readonly freeBytes: number };
  /** Where the backups beside the store lie. */
  readonly backupFolder: string;
  /** The newest first. */
  readonly backups: readonly (StoredFile & { readonly byHand: boolean })[];
  readonly evidence: { readonly count: number; readonly bytes: number };
  readonly editions: { readonly count: number; readonly bytes: number };
  readonly findings: number;
  readonly operations: number;
  /** Damaged stores that were set aside. */
  readonly aside: readonly StoredFile[];
  /** Images whose finding no list shows: those of a cancelled creation. */
  readonly strays: readonly StrayImage[];
}

/** A backup of the whole vault: how many stores and pending changes are in it. */
export interface VaultBackup {
  readonly path: string;
  readonly bytes: number;
  readonly stores: number;
  readonly pending: number;
  /** Stores in it that hold a token or the cookies of a session. */
  readonly credentials: number;
}
