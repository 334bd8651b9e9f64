import type { SyncSummary } from '#contract/procedures/sync.ts';
import type { ErrorCode } from '#contract/error.ts';
import type { Clock } from '#contract/ports.ts';
import type { DiagnosisPart } from '#domain/base/diagnostics.ts';

/** What a host remembers of its own run, for a diagnosis: codes, times and counts. It ends with the host. */
export interface Trace {
  /** A procedure ended with a failure. */
  failed(code: ErrorCode): void;
  /** Takes the time of what opens the store. */
  opened<T>(open: () => T): T;
  /** Takes the time of a sync. */
  synced(run: () => Promise<SyncSummary>): Promise<SyncSummary>;
  readonly parts: () => readonly DiagnosisPart[];
}

const maxErrors = 50;
const maxSyncs = 10;

/** Begins the notes of this run of the program; only the newest failures and syncs are kept. */
export function createTrace(clock: Clock): Trace {
  const startedAt = iso(clock);
  let openedMs = 0;
  const errors: (readonly [string, string])[] = [];
  const syncs: (readonly [string, string])[] = [];
  return {
    failed(code) {
      errors.push([iso(clock), code]);
      errors.splice(0, errors.length - maxErrors);
    },
    opened(open) {
      const before = clock.awakeMs();
      const opened = open();
      openedMs = clock.awakeMs() - before;
      return opened;
    },
    async synced(run) {
      const [at, before] = [iso(clock), clock.awakeMs()];
      let told = 'ended by an error';
      try {
        const summary = await run();
        const { pulled, pushed, failure } = summary;
        told = `${String(pulled.pages)} pages, ${String(pulled.seen)} findings, ${String(pushed.applied)} sent, ${failure?.code ?? 'whole'}`;
        return summary;
      } finally {
        syncs.push([at, `${String(clock.awakeMs() - before)} ms, ${told}`]);
        syncs.splice(0, syncs.length - maxSyncs);
      }
    },
    parts: () => [
      {
        title: 'This run',
        lines: [
          ['started', startedAt],
          ['now', iso(clock)],
          ['store opened in', `${String(openedMs)} ms`],
        ],
      },
      { title: 'Syncs of this run', lines: [...syncs] },
      { title: 'Errors of this run', lines: [...errors] },
    ],
  };
}

function iso(clock: Clock): string {
  return new Date(clock.wallMs()).toISOString();
}
