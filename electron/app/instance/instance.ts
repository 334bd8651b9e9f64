import { acquireHome } from '#db/store/lock.ts';
import { prepareEndpoint, removeEndpoint } from './endpoint.ts';
import { serveInstance } from './instance-server.ts';
import type { InstanceServer } from './instance-server.ts';
import { createSystemClock } from '../platform/system.ts';
import type { HostAccess } from './instance-lookup.ts';
import type { HostOptions } from './host-session.ts';
import { startHostThread, type HostThread } from '../rpc/host-thread.ts';
import type { VaultSignal } from '../rpc/messages.ts';

/** What came of trying to be the instance of a home. */
export type InstanceAttempt =
  /** This process has the home now. */
  | { readonly kind: 'instance'; readonly access: HostAccess }
  /** Another process has it. */
  | { readonly kind: 'held' }
  /** A passphrase is needed. The lock is released meanwhile: nobody waits for a user at a prompt. */
  | { readonly kind: 'ask'; readonly ask: () => Promise<string> };

/**
 * Makes this process the one instance of the home, if nobody is: takes the lock, unlocks the store, starts the
 * host's thread and lets other commands in.
 * @param given the passphrase, which nothing here keeps
 * @param onSignal is told what a client signals
 * @throws DossierError 'locked', 'wrong-passphrase', 'damaged-store', 'newer-store', 'file'
 */
export async function becomeInstance(
  options: HostOptions,
  given: string | null,
  onSignal: (signal: VaultSignal) => void,
): Promise<InstanceAttempt> {
  const lock = acquireHome(options.home);
  if (lock.kind === 'held') return { kind: 'held' };
  let kept = false;
  // Started before the key is made, so that the thread loads its modules meanwhile.
  const entries = {
    host: options.hostEntry ?? new URL('../compose/host-worker.ts', import.meta.url),
    reader: options.readerEntry ?? new URL('../compose/reader-worker.ts', import.meta.url),
  };
  const thread = startHostThread(entries, options);
  try {
    const ask = await openThread(options, given, thread);
    if (ask !== null) return { kind: 'ask', ask };
    const server = await acceptConnections(options, thread, onSignal);
    kept = true;
    const release = async (overwrite: boolean): Promise<void> => {
      try {
        await server.close();
        await thread.close(overwrite);
      } finally {
        lock.release();
      }
    };
    return {
      kind: 'instance',
      access: {
        call: thread.channel.call,
        subscribe: thread.channel.subscribe,
        touch: () => server.touch(),
        async close() {
          if (server.callCount() > 0) {
            options.tell('Another command is using this vault through this one, which ends after it.');
          }
          await server.idle();
          await release(false);
        },
        async lock() {
          await server.lock();
          await release(true);
        },
      },
    };
  } finally {
    if (!kept) {
      await thread.abandon();
      lock.release();
    }
  }
}

/**
 * Opens the store by its key. A function of its own, so that what lives on with the instance refers to no passphrase.
 * @returns the question that has to be answered first, or null
 */
async function openThread(
  options: HostOptions,
  given: string | null,
  thread: HostThread,
): Promise<(() => Promise<string>) | null> {
  const { unlock } = await import('./unlock.ts');
  const source = { ...options.passphrase, given };
  const key = unlock(options.home, source, options.tell, options.readOnlyHome);
  if (key.kind === 'ask') return key.ask;
  await thread.open(key.dataKey);
  // The thread has its own copy, which ends with it.
  key.dataKey.fill(0);
  return null;
}

/** A file system without sockets is no reason not to work: then other commands wait for this one to end. */
async function acceptConnections(
  options: HostOptions,
  { channel, isIdempotent }: Pick<HostThread, 'channel' | 'isIdempotent'>,
  onSignal: (signal: VaultSignal) => void,
): Promise<InstanceServer> {
  try {
    const endpoint = prepareEndpoint(options.home);
    const server = await serveInstance({
      endpoint,
      version: options.version,
      channel,
      isIdempotent,
      clock: options.clock ?? createSystemClock(),
      onSignal,
    });
    return {
      ...server,
      async close() {
        await server.close();
        removeEndpoint(options.home, endpoint);
      },
    };
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    options.tell(`Other commands cannot reach this one${why}; they wait until it ends.`);
    return {
      callCount: () => 0,
      idle: () => Promise.resolve(),
      touch: () => undefined,
      lock: () => Promise.resolve(),
      close: () => Promise.resolve(),
    };
  }
}
