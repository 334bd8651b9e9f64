import { z } from 'zod';
import { project } from '../../input/members.ts';
import { procedure } from '../../procedure.ts';
import type { ServiceProfile } from '../../profile.ts';
import type { Evidence } from '../../window/window.ts';

/* What the settings ask: storage, the destruction of an engagement, diagnostics, the time until the home locks. */

/** Minutes without a sign of the person after which a protected home locks itself. */
export const lockMinutes = z.int().min(5).max(240);

export const settingsProcedures = {
  /**
   * How long the home waits until it locks. Asked by the gateway, which has no key of its own.
   * Answers: null if the person has chosen none.
   */
  'security.lockTime': procedure<{ readonly minutes: number | null }>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: true,
    input: z.strictObject({}),
  }),
  'security.keepLockTime': procedure<{ readonly minutes: number }>()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({ minutes: lockMinutes }),
  }),
  /** The service profile with nothing overridden. */
  'connection.defaults': procedure<ServiceProfile>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: false,
    input: z.strictObject({}),
  }),
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
  /** Gives an image to another finding, behind its own. */
  'evidence.move': procedure<Evidence>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ evidence: z.string().max(100), to: z.string().min(1).max(1_000) }),
  }),
  /** What there is of an engagement, before it is destroyed. */
  'engagement.holdings': procedure<EngagementHoldings>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: true,
    input: z.strictObject({ project }),
  }),
  /** Destroys everything that this home holds of an engagement, for good. The service is not asked. */
  'engagement.destroy': procedure<Destruction>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({
      project,
      /** As the person typed it: its name, or its project if it has none. */
      name: z.string().max(1_000),
      /** How many operations that were not sent the person has agreed to lose. */
      unsent: z.int().min(0),
    }),
  }),
  'destruction.list': procedure<readonly Destruction[]>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: true,
    input: z.strictObject({}),
  }),
  /** Answers: nothing of a client is in it: to be shown, then copied or saved. */
  'diagnostics.collect': procedure<{ readonly text: string }>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: true,
    input: z.strictObject({}),
  }),
};

/** How much a store holds of an engagement, and what else goes with it. */
export interface EngagementHoldings {
  readonly project: string;
  readonly name: string | null;
  readonly findings: number;
  readonly operations: number;
  /** Neither done nor discarded. */
  readonly unsent: number;
  /** Of those, how many may have reached the service. */
  readonly mayHaveArrived: number;
  readonly history: number;
  readonly evidence: number;
  readonly editions: number;
  readonly bytes: number;
  /** Backups that hold it, or cannot be read to tell. */
  readonly backups: number;
  /** Damaged stores that were set aside: nothing can be taken out of them, so they go whole. */
  readonly aside: number;
}

const count = z.int().min(0);

/** What a destruction begins with, as the store keeps it. */
export const destructionBegunSchema = z.strictObject({
  name: z.string().nullable(),
  /** Address of the service and id of the user whose store it was. */
  account: z.strictObject({ baseUrl: z.string(), user: z.string() }),
  counts: z.strictObject({
    findings: count,
    operations: count,
    unsent: count,
    /** Of those, how many may have reached the service; absent in records of an earlier version. */
    mayHaveArrived: count.optional(),
    history: count,
    evidence: count,
    editions: count,
    bytes: count,
  }),
});

/** What was done behind it: backups, log, free pages, damaged stores. */
export const destructionEndSchema = z.strictObject({
  /** Whether the program ended in the middle and a later start carried it on. */
  resumed: z.boolean(),
  backups: count,
  aside: count,
  /** Files that could not be removed, by name. */
  left: z.array(z.string()),
});

/** What was destroyed, when and by whom. It outlives what it tells of. */
export interface Destruction extends z.output<typeof destructionBegunSchema> {
  readonly number: number;
  readonly project: string;
  readonly begunAt: string;
  /** Null while backups, log or free pages may still hold something of it. */
  readonly finished: (z.output<typeof destructionEndSchema> & { readonly at: string }) | null;
  /** The record as a text to be kept or given away; the last line of a finished one is the hash of those above. */
  readonly text: string;
}

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
