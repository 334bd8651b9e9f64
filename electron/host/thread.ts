import { getCompileCacheDir } from 'node:module';
import { Worker } from 'node:worker_threads';
import { DossierError } from '#contract/error.ts';
import { readFromHost } from './frames.ts';
import { createLink } from './link.ts';
import type { Link } from './link.ts';
import type { HostOrder, HostReport } from './loop.ts';

/** What the host's thread is started with. */
export interface HostBoot {
  readonly home: string;
  readonly debug: boolean;
}

/** The host in its thread, seen from the thread that owns it. */
export interface HostThread {
  readonly link: Link;
  /**
   * Opens the store with its key and composes the services.
   * @throws DossierError as the store tells ('damaged-store', 'newer-store', …)
   */
  open(dataKey: Uint8Array): Promise<void>;
  /** Closes the store and ends the thread. To be called when no call is under way. */
  close(): Promise<void>;
  /** Ends the thread without closing anything: the store was not opened, or could not be. */
  abandon(): Promise<void>;
}

/**
 * Room for what is new and mostly short-lived, as the pages of a sweep are. Left alone, the engine lets it grow
 * to 128 MB, half of what a sync of 100,000 findings may take. It bounds no result: what lives on moves out.
 */
const maxYoungGenerationSizeMb = 24;

/**
 * Starts the thread at once, so that it loads its modules while the key is still being made.
 * @param entry of the thread: `host.ts`, or a test's own table of handlers
 */
export function startHostThread(entry: URL, home: string, debug: boolean): HostThread {
  const boot: HostBoot = { home, debug };
  const worker = new Worker(entry, {
    workerData: boot,
    env: threadEnvironment(),
    resourceLimits: { maxYoungGenerationSizeMb },
  });
  const link = createLink((frame) => worker.postMessage(JSON.stringify(frame)));
  let ended: unknown;
  let onReport: ((report: HostReport | undefined) => void) | undefined;

  worker.on('message', (message: string | HostReport) => {
    if (typeof message !== 'string') {
      onReport?.(message);
      return;
    }
    const frame = readFromHost(message);
    if (frame !== undefined) link.receive(frame);
  });
  worker.on('error', (error) => {
    ended = error;
    if (debug) process.stderr.write(`${error instanceof Error ? (error.stack ?? '') : String(error)}\n`);
  });
  worker.on('exit', () => {
    ended ??= true;
    link.broke();
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
        'The inner part of the program ended unexpectedly. Run the command again with --debug for the details.',
      );
    }
    if (report.report === 'failed') throw new DossierError(report.error.code, report.error.message);
  }

  return {
    link,
    open: (dataKey) => order({ order: 'open', dataKey }),
    async abandon() {
      await worker.terminate();
    },
    async close() {
      try {
        if (ended === undefined) await order({ order: 'close' });
      } finally {
        await worker.terminate();
      }
    },
  };
}

/**
 * What the thread and the processes it starts see of the environment: no secrets, and where compiled code is kept,
 * which a thread does not take over by itself.
 */
export function threadEnvironment(): NodeJS.ProcessEnv {
  const { DOSSIER_TOKEN: _token, DOSSIER_PASSPHRASE: _passphrase, ...others } = process.env;
  const compiled = getCompileCacheDir();
  return compiled === undefined ? others : { ...others, NODE_COMPILE_CACHE: compiled };
}
