import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DossierError } from '#contract/error.ts';
import type { Clock } from '#contract/ports.ts';
import { findEndpoint } from './endpoint.ts';
import { connectToInstance } from './instance-client.ts';
import { becomeInstance } from './instance.ts';
import type { InstanceAttempt } from './instance.ts';
import type { RpcChannel } from '../rpc/channel.ts';
import type { HostOptions } from './host-session.ts';
import type { VaultSignal } from '../rpc/messages.ts';

/** One way to the host, for as long as it holds. */
export interface HostAccess extends Pick<RpcChannel, 'call' | 'subscribe'> {
  /** Tells the other programs that have the vault open that a user works in it. */
  touch(): void;
  close(): Promise<void>;
  /** Locks the vault for every program that has it open. */
  lock(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 20_000;
/** An instance that is suspended locks when it wakes; nobody waits for that longer than this. */
const LOCK_TIMEOUT_MS = 15_000;
const FIRST_WAIT_MS = 15;
const LONGEST_WAIT_MS = 250;
/** How often a mistyped passphrase is asked for again. */
const MAX_QUESTIONS = 3;

/**
 * Takes the home, or reaches the one who has it. Between the two lies a moment when the lock is taken and the
 * socket not yet there (or gone already), so it is tried for a while.
 * @param onSignal is told what another program with this vault signals
 */
export async function findOrStartInstance(
  options: HostOptions,
  clock: Clock,
  signal: AbortSignal,
  onSignal: (signal: VaultSignal) => void,
): Promise<HostAccess> {
  const deadline = clock.awakeMs() + (options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS);
  let given = options.passphrase.given;
  let asked = 0;
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    if (signal.aborted) throw new DossierError('cancelled', 'Stopped before anything was done.');
    let taken: InstanceAttempt;
    try {
      taken = await becomeInstance(options, given, onSignal);
    } catch (error) {
      const mistyped = error instanceof DossierError && error.code === 'wrong-passphrase' && asked > 0;
      if (!mistyped || asked >= MAX_QUESTIONS) throw error;
      options.tell(error.message);
      given = null;
      continue;
    }
    if (taken.kind === 'instance') return taken.access;
    if (taken.kind === 'ask') {
      asked += 1;
      given = await taken.ask();
      continue;
    }
    const endpoint = findEndpoint(options.home);
    const giveUp = AbortSignal.any([signal, AbortSignal.timeout(Math.max(1, deadline - clock.awakeMs()))]);
    const client = endpoint && (await connectToInstance(endpoint, options.version, giveUp, onSignal));
    if (client !== undefined) {
      try {
        const { checkGivenPassphrase } = await import('./unlock.ts');
        checkGivenPassphrase(options.home, given);
      } catch (error) {
        client.close();
        throw error;
      }
      if (options.debug)
        options.tell('Another command has this vault open; this one has reached the instance.');
      return {
        call: client.channel.call,
        subscribe: client.channel.subscribe,
        touch: () => client.signal('touched'),
        close: () => Promise.resolve(client.close()),
        async lock() {
          client.signal('lock');
          const timeout = new AbortController();
          await Promise.race([client.ended, clock.sleep(LOCK_TIMEOUT_MS, timeout.signal)]);
          timeout.abort();
          client.close();
        },
      };
    }
    if (clock.awakeMs() >= deadline) {
      throw new DossierError(
        'busy',
        `Another process has ${options.home} open and does not answer. Wait for it to end, or end it, then try again.`,
      );
    }
    await clock.sleep(wait, signal);
  }
}

/**
 * Makes a folder and those above it. `recursive` of Node would never end on a file system that takes no folders, such
 * as /proc.
 */
function makeFolders(path: string): void {
  const parent = dirname(path);
  if (parent !== path && !existsSync(parent)) makeFolders(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Makes the folder of a home that is not there. @throws DossierError 'file' */
export function makeHome(home: string): void {
  try {
    // Asked before anything is made: the folder of a store that cannot be opened there would be left behind.
    if (pathLength(home) > longestHome) throw tooLong(home);
    makeFolders(home);
  } catch (error) {
    if (error instanceof DossierError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    if (code === 'ENAMETOOLONG') throw tooLong(home, error);
    const why = code === 'EEXIST' || code === 'ENOTDIR' ? 'a file is in the way' : code;
    throw new DossierError(
      'file',
      `The vault ${home} cannot be made: ${why}. Name another folder by --home.`,
      {
        cause: error,
      },
    );
  }
}

const isWindows = process.platform === 'win32';
const storeFolder = `/stores/${'0'.repeat(32)}`;

/**
 * Length that the path of a home may have, so that SQLite opens what lies deepest in it, `-journal` included. It takes 512
 * bytes on Unix, and on Windows as many characters as programs may use there unless an administrator allows more.
 */
export const longestHome = isWindows
  ? 259 - `${storeFolder}/backups/store-${'0'.repeat(13)}.db-journal`.length
  : 512 - `${storeFolder}/store.db-journal`.length;

/** Length of a path with its symbolic links followed, as SQLite counts it. */
function pathLength(home: string): number {
  const path = existsSync(home) ? realpathSync(home) : home;
  return isWindows ? path.length : Buffer.byteLength(path);
}

function tooLong(home: string, cause?: unknown): DossierError {
  return new DossierError(
    'file',
    `The path of the vault is too long: it has ${String(pathLength(home))} ${isWindows ? 'characters' : 'bytes'}, and at most ${String(longestHome)} can be opened. ` +
      'Name a shorter one by --home, or move the vault to a folder nearer to the root.',
    { cause },
  );
}
