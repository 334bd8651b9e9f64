import { posix, win32 } from 'node:path';
import { z } from 'zod';

/*
 * The rules of updates, without an effect: from where, when to look, and when nothing may be installed.
 */

/** Where new versions are looked for. */
export type UpdateFeed =
  | { readonly kind: 'address'; readonly url: string }
  | { readonly kind: 'folder'; readonly path: string }
  /** `why` is a sentence for a person. */
  | { readonly kind: 'refused'; readonly why: string };

const loopback = new Set(['127.0.0.1', '[::1]', 'localhost']);

/**
 * Reads the address or folder that the user gave. Plain HTTP is accepted from this computer alone: a copy packed
 * without a key has only the connection to prove the origin of an update.
 */
export function readFeed(text: string, platform: NodeJS.Platform): UpdateFeed {
  const given = text.trim();
  if (given === '') return refused('Enter the address or the folder that new versions come from.');
  if ((platform === 'win32' ? win32 : posix).isAbsolute(given)) return { kind: 'folder', path: given };
  const url = URL.parse(given);
  if (url === null) return refused('Enter an https:// address, or the whole path of a folder.');
  // Also behind the host: with "/" in a password, a piece of it would be taken for the host and looked up.
  if (given.includes('@')) {
    return refused('Enter the address without a name and password: they would be stored as plain text.');
  }
  if (url.search !== '' || url.hash !== '') return refused('Enter the address without "?" and "#".');
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && loopback.has(url.hostname));
  if (!isSafe)
    return refused('Enter an https:// address: over http:// anybody in between can change a file.');
  return { kind: 'address', url: url.href };
}

const refused = (why: string): UpdateFeed => ({ kind: 'refused', why });

const updateSettingsSchema = z.strictObject({
  mode: z.enum(['off', 'ask']),
  /** As the user gave it; empty if never given. */
  feed: z.string().max(2_000),
  /** When it was last looked, ISO 8601, and what came of it. */
  lookedAt: z.iso.datetime().nullable(),
  outcome: z.enum(['none', 'newest', 'found', 'failed', 'unsigned']),
});
export type UpdateSettings = z.infer<typeof updateSettingsSchema>;

export const defaultUpdateSettings: UpdateSettings = {
  mode: 'off',
  feed: '',
  lookedAt: null,
  outcome: 'none',
};

/** Reads stored settings; whatever is none reads as the default, which is off. */
export function readUpdateSettings(text: string): UpdateSettings {
  try {
    const parsed = updateSettingsSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : defaultUpdateSettings;
  } catch {
    return defaultUpdateSettings;
  }
}

const hourMs = 3_600_000;

/** Whether to look now: once a day, an hour after a failure, and never while updates are off. */
export function isLookDue({ mode, feed, lookedAt, outcome }: UpdateSettings, now: Date): boolean {
  if (mode === 'off' || feed === '') return false;
  if (lookedAt === null) return true;
  const ageMs = now.getTime() - Date.parse(lookedAt);
  // A clock that was set back must not stop the looking.
  return ageMs < 0 || ageMs >= (outcome === 'failed' ? 1 : 24) * hourMs;
}

/** What goes on in the program; an update ends it. */
export interface ProgramActivity {
  /** Changes that are not at the service yet, those that need a decision included. */
  readonly pending: number;
  readonly syncing: boolean;
  readonly reporting: boolean;
  /** Text in the window that is in no store yet. */
  readonly unsaved: boolean;
}

/**
 * Why nothing may be installed now, in words for a person; null if it may.
 * @param activity null if the vault is locked, so that nothing is known of it
 */
export function whyNotInstall(activity: ProgramActivity | null): string | null {
  if (activity === null) return 'Unlock the vault first: an update waits until nothing in it is pending.';
  if (activity.unsaved) return 'Something in the window is not saved. Save or discard it, then install.';
  if (activity.syncing) return 'A sync is running. Install when it is done.';
  if (activity.reporting) return 'A report is being made. Install when it is done.';
  if (activity.pending === 1) return '1 change is pending. Sync or discard it, then install.';
  if (activity.pending > 1) {
    return `${String(activity.pending)} changes are pending. Sync or discard them, then install.`;
  }
  return null;
}

/** This copy of the program, as its installation left it. */
export interface Installation {
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  readonly executable: string;
  /** What the package wrote into `package-type` beside the program (Linux); empty if nothing did. */
  readonly packageType: string;
  /** Whether it runs as an AppImage. */
  readonly isAppImage: boolean;
  /** The text of `app-update.yml` beside the program; empty if there is none. */
  readonly updateConfig: string;
  /** The public key that signs its releases (PEM); empty if it was packed without one. */
  readonly updateKey: string;
}

/** Why this copy cannot replace itself, in words for a person; null if it can. */
export function whyByHand(installation: Installation): string | null {
  const { platform, isPackaged, executable, packageType, isAppImage, updateConfig, updateKey } = installation;
  if (!isPackaged) return 'This copy runs from its source. Download the new source.';
  if (platform === 'linux') {
    if (!isAppImage && packageType !== 'deb' && packageType !== 'rpm') {
      return 'This copy was unpacked from an archive. Download the new archive and unpack it.';
    }
    // No package system looks at the signature of a single package.
    return updateKey === ''
      ? 'This copy has no key to check a new version with. Download the new package and install it.'
      : null;
  }
  if (platform === 'darwin') {
    // Squirrel cannot write to a disk image, nor to the hidden folder where macOS starts what was downloaded.
    return executable.startsWith('/Volumes/') || executable.includes('/AppTranslocation/')
      ? 'Move Dossier to the Applications folder first, then start it from there.'
      : null;
  }
  // Without this name the signature of an installer would not be looked at.
  return /^publisherName:/m.test(updateConfig)
    ? null
    : 'This copy is not signed, so a new one cannot be checked against it. Download the new installer and run it.';
}

const longestNotes = 20_000;

/** What is new, as plain text: what a feed brings is text from outside. Empty if it says nothing. */
export function readNotes(notes: unknown): string {
  const text = Array.isArray(notes)
    ? notes.map((one: unknown) => readNotes((one as { note?: unknown } | null)?.note)).join('\n\n')
    : typeof notes === 'string'
      ? notes
      : '';
  const plain = text
    .replace(/\r\n?/g, '\n')
    // Controls, and the marks that turn the direction of a text.
    .replace(/(?!\n|\t)[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '')
    .trim();
  return plain.length > longestNotes ? `${plain.slice(0, longestNotes)}…` : plain;
}

/** Whether a feed's version can be shown and compared: three numbers, perhaps with a suffix. */
export function isVersion(text: unknown): text is string {
  return (
    typeof text === 'string' && text.length <= 100 && /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/.test(text)
  );
}
