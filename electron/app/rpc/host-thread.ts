import { getCompileCacheDir } from 'node:module';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import { DossierError } from '#contract/error.ts';
import { readFromHost } from './messages.ts';
import { createChannel } from './channel.ts';
import type { RpcChannel } from './channel.ts';
import type { HostOrder, HostReport } from './worker-loop.ts';
import { createReaderThreads } from './reader-thread.ts';
import { tableOf, type RouteTable } from './routes.ts';
import { countSyncs } from './sync-count.ts';
import { createSystemClock } from '../platform/system.ts';
import { answerSystemProxy, type SystemProxy } from '../platform/system-proxy.ts';
import { shareUserActivity } from './user-activity.ts';

/** What the host's thread is started with. */
export interface HostBoot {
  readonly home: string;
  /** Where the vault lies that `home` is a copy of, because it is read-only; null for a vault itself. */
  readonly readOnlyHome: string | null;
  readonly debug: boolean;
  /** See `SyncCount`. */
  readonly syncs: SharedArrayBuffer;
  /** See `SharedUserActivity`. */
  readonly work: SharedArrayBuffer;
  /** Where the system is asked for its proxy (`system-proxy.ts`); null without a desktop. */
  readonly systemProxy: MessagePort | null;
}

/** The entries of the threads: `host.ts` and `reader.ts`, or a test's own. */
export interface ThreadEntries {
  readonly host: URL;
  readonly reader: URL;
}

/** The host in its thread, seen from the thread that owns it. */
export interface HostThread {
  /** To the host; what only reads the store goes to the threads beside it, as long as they answer. */
  readonly link: RpcChannel;
  /** See `RouteTable`. */
  readonly isIdempotent: RouteTable['isIdempotent'];
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

/** What the host's thread works on. */
export interface HostThreadOptions {
  readonly home: string;
  /** As `HostBoot` has it. */
  readonly readOnlyHome?: string | undefined;
  readonly debug: boolean;
  readonly systemProxy?: SystemProxy | undefined;
}

/** Starts the host's thread at once, so that it loads its modules while the key is still being made. */
export function startHostThread(
  entries: ThreadEntries,
  { home, readOnlyHome, debug, systemProxy }: HostThreadOptions,
): HostThread {
  const syncs = countSyncs().shared;
  const clock = createSystemClock();
  const work = shareUserActivity();
  const channel = systemProxy === undefined ? null : new MessageChannel();
  if (channel !== null && systemProxy !== undefined) answerSystemProxy(channel.port1, systemProxy);
  const ofSystem = channel?.port2 ?? null;
  const boot: HostBoot = {
    home,
    readOnlyHome: readOnlyHome ?? null,
    debug,
    syncs,
    work: work.shared,
    systemProxy: ofSystem,
  };
  const env = threadEnvironment();
  const worker = new Worker(entries.host, {
    workerData: boot,
    env,
    resourceLimits: { maxYoungGenerationSizeMb },
    transferList: ofSystem === null ? [] : [ofSystem],
  });
  const onBroken = (error: unknown): void => {
    if (debug) process.stderr.write(`${error instanceof Error ? (error.stack ?? '') : String(error)}\n`);
  };
  const readers = createReaderThreads({
    entry: entries.reader,
    home,
    sendKey: (port) => worker.postMessage({ order: 'share-key', port } satisfies HostOrder, [port]),
    syncs,
    env,
    onBroken,
  });
  const hostLink = createChannel((frame) => worker.postMessage(JSON.stringify(frame)));
  let ended: unknown;
  let routes = tableOf(null);
  let onReport: ((report: HostReport | undefined) => void) | undefined;

  worker.on('message', (message: string | HostReport) => {
    if (typeof message !== 'string') {
      onReport?.(message);
      return;
    }
    const frame = readFromHost(message);
    if (frame !== undefined) hostLink.receive(frame);
  });
  worker.on('error', (error) => {
    ended = error;
    onBroken(error);
  });
  worker.on('exit', () => {
    ended ??= true;
    hostLink.broke();
    onReport?.(undefined);
  });

  async function order(message: HostOrder): Promise<void> {
    const report = await new Promise<HostReport | undefined>((resolve) => {
      onReport = resolve;
      if (ended === undefined) worker.postMessage(message);
      else resolve(undefined);
    });
    onReport = undefined;
    if (report === undefined) {
      throw new DossierError(
        'internal',
        'The inner part of the program ended unexpectedly. Started with --debug it tells the details.',
      );
    }
    if (report.report === 'opened') routes = tableOf(report.routes);
    if (report.report === 'failed') throw new DossierError(report.error.code, report.error.message);
  }

  const link: RpcChannel = {
    ...hostLink,
    async call(call) {
      // Without the host the home is lost, and the answer of a reader with it.
      const { name } = call;
      // Here, since the thread that answers may be in the middle of the very work that is to end.
      if (name === 'desk.worked') work.write(clock.awakeMs());
      const reading = ended === undefined ? routes.reading(name) : undefined;
      const outcome =
        reading === undefined
          ? null
          : await readers.ask({ ...call, ...reading, progress: (event) => call.listener.progress(event) });
      return outcome === null ? hostLink.call(call) : { kind: 'outcome', outcome };
    },
  };

  return {
    link,
    isIdempotent: (name) => routes.isIdempotent(name),
    open: (dataKey) => order({ order: 'open', dataKey }),
    async abandon() {
      await worker.terminate();
    },
    async close(overwrite) {
      try {
        // First: the writer folds the log into the store as the last one that has it open.
        await readers.close(overwrite);
        if (ended === undefined) await order({ order: 'close', overwrite });
      } finally {
        await worker.terminate();
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
