import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { DossierError } from '#contract/error.ts';
import type { ProgressEvent } from '#contract/procedures/program/progress.ts';
import type { FoundUpdate, UpdateState } from '#contract/window/shell.ts';
import { parseJson } from '#domain/base/json.ts';
import type { ShellUpdater } from '../electron.ts';
import { serveFolder } from './folder-feed.ts';
import { isSigned } from './signature.ts';
import {
  isLookDue,
  isVersion,
  readFeed,
  readNotes,
  readUpdateSettings,
  whyNotInstall,
  type ProgramActivity,
  type UpdateFeed,
  type UpdateSettings,
} from './policy.ts';

/** Updates of this copy of the program. */
export interface Updates {
  state(): UpdateState;
  /** @throws DossierError 'invalid' if the feed cannot be one */
  configure(mode: UpdateSettings['mode'], feed: string): Promise<UpdateState>;
  /** Looks now. A failure is part of the state: a computer without network is not bothered with it. */
  look(): Promise<UpdateState>;
  /** Looks if it is time to. */
  lookIfDue(): Promise<void>;
  /**
   * Installs the version that the user was shown, if they agree and nothing is unsent or open. The program ends soon after
   * it is answered.
   * @param call its signal ends the download; nothing is installed then
   * @throws DossierError 'wrong-state', 'outdated', 'unreachable', 'cancelled'
   */
  install(version: string, unsaved: boolean, call: DownloadCall): Promise<UpdateState>;
}

export interface DownloadCall {
  readonly signal: AbortSignal;
  readonly onProgress: (event: ProgressEvent & { readonly kind: 'download' }) => void;
}

/** The package electron-updater, and what a download of it is cancelled with. */
export interface LoadedUpdater {
  readonly updater: ShellUpdater;
  readonly newToken: () => Parameters<ShellUpdater['downloadUpdate']>[0];
}

export interface UpdatesParts {
  readonly platform: NodeJS.Platform;
  /** The version of this program. */
  readonly version: string;
  /** The file that the settings are kept in. */
  readonly file: string;
  readonly load: () => Promise<LoadedUpdater>;
  /** Why this copy cannot replace itself; null if it can. */
  readonly byHand: string | null;
  /** The public key that releases are signed with (PEM); empty if this copy was packed without one. */
  readonly key: string;
  /** What goes on but for unsaved text; null if the vault is locked. */
  readonly activity: () => Promise<Omit<ProgramActivity, 'unsaved'> | null>;
  /** Asks in a dialog of the system, which no page can answer. */
  readonly confirm: (message: string, detail: string, button: string) => Promise<boolean>;
  /** Ends the program in good order, unless the user stays, and then does this. */
  readonly endThen: (install: () => void) => void;
  /** The update could not be installed, after the program has ended its work. */
  readonly onInstallFailed: () => void;
  readonly onFound: (version: string) => void;
  readonly now: () => Date;
  /** How long a check may take, and how long a download may stand still, milliseconds. */
  readonly silenceMs: number;
}

/** What the feed has is not signed with the key of this copy. */
class UnsignedError extends Error {}

export function createUpdates(parts: UpdatesParts): Updates {
  let settings = readSettings(parts.file);
  let found: FoundUpdate | null = null;
  let working: UpdateState['working'] = null;
  let looking: Promise<void> | null = null;
  let updater: Promise<LoadedUpdater> | null = null;
  let isInstalling = false;
  /** Takes the bytes of the download that is under way. */
  let onBytes: (done: number, total: number) => void = () => undefined;

  function loaded(): Promise<LoadedUpdater> {
    updater ??= parts.load().then((made) => {
      made.updater.on('error', () => {
        if (isInstalling) parts.onInstallFailed();
      });
      made.updater.on('download-progress', ({ transferred, total }) => {
        onBytes(transferred, total);
      });
      return made;
    });
    return updater;
  }

  function keep(changed: Partial<UpdateSettings>): void {
    settings = { ...settings, ...changed };
    try {
      writeFileSync(`${parts.file}.new`, JSON.stringify(settings), { mode: 0o600 });
      renameSync(`${parts.file}.new`, parts.file);
    } catch {
      // They hold until the program ends; the next start is off, or as it was.
      return;
    }
  }

  const state = (): UpdateState => ({
    ...settings,
    version: parts.version,
    found,
    byHand: parts.byHand,
    working,
  });

  /** What the feed has now; null if nothing newer. @throws if it cannot be read */
  async function ask(url: string): Promise<FoundUpdate | null> {
    const { updater: one } = await loaded();
    one.setFeedURL({ provider: 'generic', url, useMultipleRangeRequest: false });
    const result = await soon(one.checkForUpdates(), parts.silenceMs);
    if (result === null || !result.isUpdateAvailable) return null;
    const { version, releaseDate, releaseNotes, files, signature } = releaseSchema.parse(result.updateInfo);
    const notes = typeof releaseNotes === 'string' ? releaseNotes : '';
    if (parts.key !== '' && !isSigned({ version, notes, files }, signature, parts.key)) {
      throw new UnsignedError();
    }
    const date = z.iso.datetime().safeParse(releaseDate);
    return {
      version,
      date: date.success ? date.data : null,
      notes: readNotes(parts.key === '' ? releaseNotes : notes),
    };
  }

  async function withFeed<T>(use: (url: string) => Promise<T>): Promise<T> {
    const feed = readFeed(settings.feed, parts.platform);
    if (feed.kind === 'refused') throw new DossierError('invalid', feed.why);
    if (feed.kind === 'address') return use(feed.url);
    const served = await serveFolder(feed.path);
    try {
      return await use(served.url);
    } finally {
      served.close();
    }
  }

  async function lookOnce(): Promise<void> {
    working = 'looking';
    const before = found?.version;
    const { feed } = settings;
    /** The user has chosen another source, or none, while this one was asked. */
    const isOver = (): boolean => settings.mode === 'off' || settings.feed !== feed;
    try {
      const newest = await withFeed(ask);
      if (isOver()) return;
      found = newest;
      keep({ lookedAt: parts.now().toISOString(), outcome: found === null ? 'newest' : 'found' });
      if (found !== null && found.version !== before) parts.onFound(found.version);
    } catch (error) {
      if (isOver()) return;
      const outcome = error instanceof UnsignedError ? 'unsigned' : 'failed';
      if (outcome === 'unsigned') found = null;
      keep({ lookedAt: parts.now().toISOString(), outcome });
    } finally {
      working = null;
    }
  }

  async function look(): Promise<UpdateState> {
    // Never without the user's leave, and not while one is being fetched.
    if (settings.mode === 'off' || working === 'downloading') return state();
    looking ??= lookOnce().finally(() => (looking = null));
    await looking;
    return state();
  }

  /** @throws DossierError 'wrong-state' */
  async function refuseBusy(unsaved: boolean): Promise<void> {
    const activity = await parts.activity();
    const why = whyNotInstall(activity === null ? null : { ...activity, unsaved });
    if (why !== null) throw new DossierError('wrong-state', why);
  }

  async function install(version: string, unsaved: boolean, call: DownloadCall): Promise<UpdateState> {
    if (settings.mode === 'off') throw new DossierError('wrong-state', 'Updates are off.');
    if (parts.byHand !== null) throw new DossierError('wrong-state', parts.byHand);
    if (working !== null) {
      throw new DossierError('wrong-state', 'A check or a download is running. Wait until it is done.');
    }
    await refuseBusy(unsaved);
    const agrees = await parts.confirm(
      `Install Dossier ${version}?`,
      `It comes from ${settings.feed}. Dossier downloads it, closes the vault, installs the update and starts again. Your system may ask for a password.`,
      'Install and restart',
    );
    if (!agrees) return state();
    working = 'downloading';
    try {
      await withFeed((url) => download(url, version, call));
    } finally {
      working = null;
    }
    // Something may have become pending meanwhile.
    await refuseBusy(unsaved);
    const { updater: one } = await loaded();
    parts.endThen(() => {
      isInstalling = true;
      one.quitAndInstall(true, true);
    });
    return state();
  }

  /** What is installed is what was shown: the feed is read again, and another version stops it. */
  async function download(url: string, version: string, { signal, onProgress }: DownloadCall): Promise<void> {
    const now = await ask(url).catch(() => null);
    if (now?.version !== version) {
      found = now ?? found;
      throw new DossierError(
        'outdated',
        'The source no longer has this version. Check for updates again, then install.',
      );
    }
    const { updater: one, newToken } = await loaded();
    const token = newToken();
    const cancel = (): void => {
      token.cancel();
    };
    // A source that falls silent ends it, too.
    let silence = setTimeout(cancel, parts.silenceMs);
    signal.addEventListener('abort', cancel);
    onBytes = (done, total) => {
      clearTimeout(silence);
      silence = setTimeout(cancel, parts.silenceMs);
      onProgress({ kind: 'download', done, total });
    };
    onProgress({ kind: 'download', done: 0, total: null });
    try {
      if (signal.aborted) cancel();
      await one.downloadUpdate(token);
    } catch (error) {
      // Cancelled, it would only stop reading.
      await one.netSession.closeAllConnections();
      if (signal.aborted)
        throw new DossierError('cancelled', 'The download was cancelled. Nothing was installed.');
      throw new DossierError(
        'unreachable',
        'The update could not be downloaded whole and unchanged. Nothing was installed. Check the network, then try again.',
        { cause: error },
      );
    } finally {
      clearTimeout(silence);
      signal.removeEventListener('abort', cancel);
      onBytes = () => undefined;
    }
    if (signal.aborted)
      throw new DossierError('cancelled', 'The download was cancelled. Nothing was installed.');
  }

  return {
    state,
    async configure(mode, feed) {
      const given = feed.trim();
      if (mode === 'off') {
        found = null;
        keep({ mode, ...(given === '' && { feed: '' }) });
        return state();
      }
      const read = readFeed(given, parts.platform);
      if (read.kind === 'refused') throw new DossierError('invalid', read.why);
      if (settings.mode === 'ask' && settings.feed === given) return state();
      const agrees = await parts.confirm(
        'Check for updates there?',
        `${placeOf(read)}\n\nDossier checks there once a day and asks before it installs anything. Allow only a source that you trust.`,
        'Allow',
      );
      if (!agrees) return state();
      found = null;
      keep({ mode, feed: given, lookedAt: null, outcome: 'none' });
      // A check of the source before says nothing of this one.
      await looking;
      return look();
    },
    look,
    async lookIfDue() {
      if (isLookDue(settings, parts.now())) await look();
    },
    install,
  };
}

/** The whole address with its host in ASCII letters, or the folder. */
function placeOf(feed: Exclude<UpdateFeed, { kind: 'refused' }>): string {
  return feed.kind === 'address' ? feed.url : feed.path;
}

function readSettings(file: string): UpdateSettings {
  try {
    return readUpdateSettings(readFileSync(file, 'utf8'));
  } catch {
    return readUpdateSettings('');
  }
}

/** @throws if it takes longer than that */
async function soon<T>(work: Promise<T>, ms: number): Promise<T> {
  const end = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    end.reject(new Error('It took too long.'));
  }, ms);
  try {
    return await Promise.race([work, end.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const statusSchema = z.object({
  ok: z.literal(true),
  value: z.object({ waiting: z.number(), needsPerson: z.number(), syncing: z.boolean() }),
});

/** A release as its feed tells of it. */
const releaseSchema = z.object({
  version: z.string().refine(isVersion),
  releaseDate: z.unknown().optional(),
  releaseNotes: z.unknown().optional(),
  files: z.array(z.object({ url: z.string(), sha512: z.string() })),
  signature: z.string().catch(''),
});

/** Reads what the desk says of itself. @param outcome of `desk.status`, as JSON text. @returns null if it is locked */
export function readActivity(outcome: string): Omit<ProgramActivity, 'unsaved' | 'reporting'> | null {
  const parsed = parseJson(outcome);
  const status = statusSchema.safeParse(parsed.kind === 'ok' ? parsed.value : undefined);
  if (!status.success) return null;
  const { waiting, needsPerson, syncing } = status.data.value;
  return { pending: waiting + needsPerson, syncing };
}
