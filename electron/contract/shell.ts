import { z } from 'zod';
import { mostCallLength } from './sizes.ts';

/*
 * What only the desktop window can do: the system's own dialogs and its keychain. The shell answers these calls
 * itself; the local browser has no such procedures.
 */

/** What a menu item asks of the page: commands of its own table (`renderer/shell/commands/commands.ts`). */
const menuCommands = [
  'palette.open',
  'query.focus',
  'finding.new',
  'sync.run',
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

export const shellInputs = {
  /** Asks where a report shall be written. @see ShellAnswers */
  'shell.saveReport': z.strictObject({ suggested: z.string().min(1).max(200) }),
  /** Opens a report that was saved from this window with the program that the system has for it. */
  'shell.openReport': z.strictObject({ path: z.string().min(1).max(10_000) }),
  /** Shows such a report in its folder. */
  'shell.showReport': z.strictObject({ path: z.string().min(1).max(10_000) }),
  /** Asks where a text of the program's own shall be kept (a diagnosis, a record, a profile), and writes it there. */
  'shell.saveText': z.strictObject({
    suggested: z.string().min(1).max(200),
    /** The longest is a theme with its logo and fonts. */
    text: z.string().max(mostCallLength),
  }),
  /** Whether the keychain of this computer opens the home. */
  'shell.keychain': z.strictObject({}),
  /** Lets the keychain open the home from now on; the passphrase proves that it is the owner who wants it. */
  'shell.keepKey': z.strictObject({ passphrase: z.string().min(1).max(1_000) }),
  'shell.forgetKey': z.strictObject({}),
  /** The keys that a person gave to commands of the menu, null for none; the others have those of the platform. */
  'shell.menuKeys': z.strictObject({
    keys: z.partialRecord(z.enum(menuCommands), z.string().min(1).max(100).nullable()),
  }),
} as const;

export type ShellProcedure = keyof typeof shellInputs;

/** Whether the keychain opens the home at the start of the program. */
export type KeychainState =
  | { readonly kind: 'on' }
  | { readonly kind: 'off' }
  /** `why` is a sentence for a person. */
  | { readonly kind: 'unavailable'; readonly why: string };

export interface ShellAnswers {
  /** An absolute path; null where the person chose none. */
  'shell.saveReport': { readonly path: string | null };
  'shell.openReport': Record<string, never>;
  'shell.showReport': Record<string, never>;
  /** False where the person chose no place. */
  'shell.saveText': { readonly saved: boolean };
  'shell.keychain': KeychainState;
  'shell.keepKey': KeychainState;
  'shell.forgetKey': KeychainState;
  'shell.menuKeys': Record<string, never>;
}
