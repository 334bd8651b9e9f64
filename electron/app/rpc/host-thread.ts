import { setFlagsFromString } from 'node:v8';
import { getCompileCacheDir } from 'node:module';
import { MessageChannel } from 'node:worker_threads';
import { DossierError } from '#contract/error.ts';
import { isIdempotent } from '#contract/procedure.ts';
import type { RpcChannel } from './channel.ts';
import type { ProcedureRoutes, ThreadOrder } from './messages.ts';
import { createReaderThreads } from './reader-thread.ts';
import { countSyncs } from './sync-count.ts';
import { startThread, type ThreadBoot } from './worker-thread.ts';
import { createSystemClock } from '../platform/system.ts';
import { answerSystemProxy, type SystemProxy } from '../platform/system-proxy.ts';
import { shareUserActivity } from './user-activity.ts';

/** The entries of the threads: `host-worker.ts` and `reader-worker.ts`, or a test's own. */
export interface ThreadEntries {
  readonly host: URL;
  readonly reader: URL;
}

/** The host in its thread, seen from the thread that owns it. */
export interface HostThread {
  /** To the host; what only reads the store goes to the threads beside it, as long as they answer. */
  readonly channel: Pick<RpcChannel, 'call' | 'subscribe'>;
  /** See `isIdempotent` of `contract/procedure.ts`. @param name of a procedure, from outside: any text */
  readonly isIdempotent: (name: string) => boolean;
  /**
   * Opens the store with its key and composes the services.
   * @throws DossierError as the store tells ('damaged-store', 'newer-store', …)
   */
  open(dataKey: Uint8Array): Promise<void>;
  /**
   * Closes the store and ends every thread. To be called when no call is under way.
   * @param overwrite what the threads have freed as well, so that it cannot be read behind a lock
   */
  close(overwrite: boolean): Promise<void>;
  /** Ends the thread without closing anything: the store was not opened, or could not be. */
  abandon(): Promise<void>;
}

/**
 * Room for what is new and mostly short-lived, as the pages of a sweep are. Left alone, the engine lets it grow
 * to 128 MB, half of what a sync of 100,000 findings may take. It bounds no result: what lives on moves out.
 */
const maxYoungGenerationSizeMb = 24;
/** A thread has a third of that room from its start, all that is filled at once: to grow there cost a tenth of the start. */
const roomFlag = '--min-semi-space-size=8';

/** What the host's thread works on. */
export interface HostThreadOptions {
  readonly home: string;
  /** As `ThreadBoot` has it. */
  readonly readOnlyHome?: string | undefined;
  readonly debug: boolean;
  readonly systemProxy?: SystemProxy | undefined;
}

/** Starts the host's thread at once, so that it loads its modules while the key is still being made. */
export function startHostThread(
  entries: ThreadEntries,
  { home, readOnlyHome, debug, systemProxy }: HostThreadOptions,
): HostThread {
  const clock = createSystemClock();
  const work = shareUserActivity();
  const ports = systemProxy === undefined ? null : new MessageChannel();
  if (ports !== null && systemProxy !== undefined) answerSystemProxy(ports.port1, systemProxy);
  const boot: ThreadBoot = {
    home,
    readOnlyHome: readOnlyHome ?? null,
    debug,
    syncs: countSyncs().shared,
    work: work.shared,
    systemProxy: null,
  };
  const env = threadEnvironment();
  setFlagsFromString(roomFlag);
  const onBroken = (error: unknown): void => {
    if (debug) process.stderr.write(`${error instanceof Error ? (error.stack ?? '') : String(error)}\n`);
  };
  const host = startThread({
    entry: entries.host,
    boot: { ...boot, systemProxy: ports?.port2 ?? null },
    env,
    maxYoungGenerationSizeMb,
    onBroken,
  });
  const readers = createReaderThreads({
    entry: entries.reader,
    boot,
    env,
    sendKey: (port) => host.shareKey(port),
    onBroken,
  });
  /** Empty until the host told them: then it answers every call, and once. */
  let routes: ProcedureRoutes = new Map();

  async function order(message: Exclude<ThreadOrder, { kind: 'share-key' }>): Promise<void> {
    const report = await host.order(message);
    if (report === undefined) {
      throw new DossierError(
        'internal',
        'The inner part of the program ended unexpectedly. Started with --debug it tells the details.',
      );
    }
    if (report.kind === 'opened') routes = report.routes;
    if (report.kind === 'failed') throw new DossierError(report.error.code, report.error.message);
  }

  return {
    channel: {
      async call(name, input, context) {
        const route = routes.get(name);
        // Here, since the thread that answers may be in the middle of the very work that is to end.
        if (route?.hint === 'user-active') work.write(clock.awakeMs());
        // Without the host the home is lost, and the answer of a reader with it.
        if (route?.answeredBy === 'reader' && !host.hasEnded()) {
          const outcome = await readers.ask({ name, route, input, context });
          if (outcome !== null) return { kind: 'outcome', outcome };
        }
        return host.channel.call(name, input, context);
      },
      subscribe: host.channel.subscribe,
    },
    isIdempotent: (name) => isIdempotent(routes.get(name)),
    open: (dataKey) => order({ kind: 'open', key: dataKey }),
    abandon: () => host.terminate(),
    async close(overwrite) {
      try {
        // First: the writer folds the log into the store as the last one that has it open.
        await readers.close(overwrite);
        if (!host.hasEnded()) await order({ kind: 'close', overwrite });
      } finally {
        await host.terminate();
      }
    },
  };
}

/**
 * The environment that the thread and its child processes see: no secrets, and the compile cache, which a thread does
 * not inherit by itself.
 */
export function threadEnvironment(): NodeJS.ProcessEnv {
  const { DOSSIER_TOKEN: _token, DOSSIER_PASSPHRASE: _passphrase, ...others } = process.env;
  const compiled = getCompileCacheDir();
  return compiled === undefined ? others : { ...others, NODE_COMPILE_CACHE: compiled };
}
