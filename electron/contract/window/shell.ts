import { z } from 'zod';
import { maxCallLength } from '../input/sizes.ts';
import { procedure, type AnswerOf } from '../procedure.ts';

/*
 * What only the desktop window can do: the system's own dialogs and its keychain. The shell answers these calls
 * itself; the local browser has no such procedures.
 */

/** What a menu item asks of the page: commands of its own table (`renderer/shell/commands/commands.ts`). */
const menuCommands = [
  'palette.open',
  'query.focus',
  'finding.new',
  'import.scans',
  'sync.run',
  'help.open',
  'help.keyboard',
  'screen.findings',
  'screen.review',
  'screen.queue',
  'screen.conflicts',
  'screen.report',
  'screen.settings',
  'home.lock',
] as const;
export type MenuCommand = (typeof menuCommands)[number];

/** How the name of a backup of a vault ends, so that the system opens it with this program. */
export const backupEnding = 'dossier';

/** The name of a file, with its ending. */
const suggested = z.string().min(1).max(200);

export const shellProcedures = {
  /** Asks where a report shall be written: an absolute path, or null if the user chose none. */
  'shell.saveReport': procedure<{ readonly path: string | null }>()({
    answeredBy: 'desktop',
    input: z.strictObject({ suggested }),
  }),
  /** The same for a backup of the whole vault. */
  'shell.saveBackup': procedure<{ readonly path: string | null }>()({
    answeredBy: 'desktop',
    input: z.strictObject({ suggested }),
  }),
  /** Opens a report that was saved from this window with the program that the system has for it. */
  'shell.openReport': procedure<Record<string, never>>()({
    answeredBy: 'desktop',
    input: z.strictObject({ path: z.string().min(1).max(10_000) }),
  }),
  /** Shows such a report in its folder. */
  'shell.showReport': procedure<Record<string, never>>()({
    answeredBy: 'desktop',
    input: z.strictObject({ path: z.string().min(1).max(10_000) }),
  }),
  /** Asks which scanner files to import; none if the user chose none. Only these may then be named by `import.preview`. */
  'shell.chooseScans': procedure<{
    readonly files: readonly { readonly path: string; readonly name: string }[];
  }>()({
    answeredBy: 'desktop',
    input: z.strictObject({}),
  }),
  /**
   * Asks where to keep a file of the program's own (a diagnosis, a record, a theme, a template). Writes it if a place is
   * chosen.
   */
  'shell.saveFile': procedure<{ readonly saved: boolean }>()({
    answeredBy: 'desktop',
    input: z.union([
      z.strictObject({ suggested, text: z.string().max(maxCallLength) }),
      z.strictObject({ suggested, base64: z.string().max(maxCallLength) }),
    ]),
  }),
  /** Whether the keychain of this computer opens the home. */
  'shell.keychain': procedure<KeychainState>()({ answeredBy: 'desktop', input: z.strictObject({}) }),
  /** Lets the keychain open the home from now on; the passphrase proves that it is the owner who wants it. */
  'shell.keepKey': procedure<KeychainState>()({
    answeredBy: 'desktop',
    input: z.strictObject({ passphrase: z.string().min(1).max(1_000) }),
  }),
  'shell.forgetKey': procedure<KeychainState>()({ answeredBy: 'desktop', input: z.strictObject({}) }),
  /** The keys that a person gave to commands of the menu, null for none; the others have those of the platform. */
  'shell.menuKeys': procedure<Record<string, never>>()({
    answeredBy: 'desktop',
    input: z.strictObject({
      keys: z.partialRecord(z.enum(menuCommands), z.string().min(1).max(100).nullable()),
    }),
  }),
  /** The theme of the page, for title bar, menus and dialogs of the system. */
  'shell.theme': procedure<Record<string, never>>()({
    answeredBy: 'desktop',
    input: z.strictObject({ theme: z.enum(['system', 'light', 'dark']) }),
  }),
  /** What is known of new versions of the program. */
  'shell.updates': procedure<UpdateState>()({ answeredBy: 'desktop', input: z.strictObject({}) }),
  /** Allows or ends looking for new versions; another feed is asked about in a dialog of the system. */
  'shell.configureUpdates': procedure<UpdateState>()({
    answeredBy: 'desktop',
    input: z.strictObject({
      mode: z.enum(['off', 'ask']),
      /** An address or a folder. */
      feed: z.string().max(2_000),
    }),
  }),
  /** Looks for a new version now. */
  'shell.lookForUpdate': procedure<UpdateState>()({ answeredBy: 'desktop', input: z.strictObject({}) }),
  /** Installs the version that was shown, if the user agrees in a dialog of the system; the program then ends. */
  'shell.installUpdate': procedure<UpdateState>()({
    answeredBy: 'desktop',
    input: z.strictObject({
      version: z.string().min(1).max(100),
      /** Whether something in the window is in no store yet. */
      unsaved: z.boolean(),
    }),
  }),
  /** The backup that the user opened with the program. No call names a path: the program has it from the system. */
  'shell.openedBackup': procedure<OpenedBackup>()({ answeredBy: 'desktop', input: z.strictObject({}) }),
  /** Asks in a dialog of the system for a backup to restore. */
  'shell.chooseBackup': procedure<OpenedBackup>()({ answeredBy: 'desktop', input: z.strictObject({}) }),
  /** Asks in a dialog of the system for the new folder of its vault. */
  'shell.chooseRestoreFolder': procedure<OpenedBackup>()({
    answeredBy: 'desktop',
    input: z.strictObject({}),
  }),
  /** Restores that backup to that folder; tells its progress, and can be cancelled. */
  'shell.restoreBackup': procedure<OpenedBackup>()({ answeredBy: 'desktop', input: z.strictObject({}) }),
  /** Ends the program and starts it with the vault that was restored. */
  'shell.openRestored': procedure<Record<string, never>>()({
    answeredBy: 'desktop',
    input: z.strictObject({}),
  }),
  /** Leaves that backup alone. */
  'shell.dismissBackup': procedure<OpenedBackup>()({ answeredBy: 'desktop', input: z.strictObject({}) }),
};

export type ShellProcedure = keyof typeof shellProcedures;
export type ShellAnswers = { readonly [N in ShellProcedure]: AnswerOf<(typeof shellProcedures)[N]> };

/** Whether the keychain opens the home at the start of the program. */
export type KeychainState =
  | { readonly kind: 'on' }
  | { readonly kind: 'off' }
  /** `why` is a sentence for a person. */
  | { readonly kind: 'unavailable'; readonly why: string };

/** A version that can be installed, as its feed tells of it. */
export interface FoundUpdate {
  readonly version: string;
  /** ISO 8601; null if the feed does not say. */
  readonly date: string | null;
  /** What is new, plain text; empty if the feed does not say. */
  readonly notes: string;
}

export interface UpdateState {
  readonly mode: 'off' | 'ask';
  /** The address or folder of new versions; empty if none was given. */
  readonly feed: string;
  /** The version of this program. */
  readonly version: string;
  /** When it was last looked, ISO 8601, and what came of it. */
  readonly lookedAt: string | null;
  readonly outcome: 'none' | 'newest' | 'found' | 'failed' | 'unsigned';
  /** Null after the program has started, until it has looked again. */
  readonly found: FoundUpdate | null;
  /** Why this copy cannot replace itself, a sentence for a person; null if it can. */
  readonly byHand: string | null;
  readonly working: 'looking' | 'downloading' | null;
}

/** A backup that the user opened with the program, and how far its restoring is. */
export type OpenedBackup =
  | { readonly kind: 'none' }
  /** `why` is a sentence for a person. */
  | { readonly kind: 'refused'; readonly name: string; readonly why: string }
  | {
      readonly kind: 'offered';
      readonly name: string;
      /** When it was made, ISO 8601. */
      readonly madeAt: string;
      readonly bytes: number;
      /** Null if that cannot be known. */
      readonly needsPassphrase: boolean | null;
      /** Whether damage in it would be noticed; an earlier version wrote no sum. */
      readonly hasSum: boolean;
      /** Where it would be restored to. */
      readonly folder: string;
      /** What can go wrong with a vault in that folder, a sentence or two for a person. */
      readonly risk: string | null;
    }
  | {
      readonly kind: 'restored';
      readonly name: string;
      readonly folder: string;
      /** The vault that this program has open or would make. */
      readonly vault: string;
    };
