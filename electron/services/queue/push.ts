import { readConnection } from '#db/connections.ts';
import { readSweep } from '#db/engagements.ts';
import { headItems, type OpenItem } from '#db/operations.ts';
import type { RemoteFailure } from '#core/answers/failure.ts';
import type { Online } from '../context.ts';
import { mayCreate, replayCreation } from './create.ts';
import { WriteGate } from './gate.ts';
import type { Replay, Step } from './lane.ts';
import { singleWriteOf } from './kinds.ts';
import { replaySingle, settleSingle } from './single.ts';

/** How a replay of the queue ended. `stopped`: why nothing further could be sent, null when all was tried. */
export interface PushEnd {
  readonly stopped: RemoteFailure | null;
  readonly notices: readonly string[];
}

const lanesAtOnce = 4;
/** Throttled so often, an operation waits for the next run: the limiter had its chance to slow down. */
const mostTries = 5;
/** So many findings in a row that fail alike are the service's failure, not theirs. */
const mostTroubles = 3;

/**
 * Replays what is queued in these engagements: unknown updates are settled first, then the oldest operation of
 * each finding goes, several findings at a time (promise 7). Held engagements wait for the person's answer.
 */
export async function pushQueue(online: Online, projects: ReadonlySet<string>): Promise<PushEnd> {
  const settled = await settleUnknown(online, projects);
  if (settled !== null) return { stopped: settled, notices: [] };
  const run = new PushRun(online, projects);
  return run.go();
}

async function settleUnknown(online: Online, projects: ReadonlySet<string>): Promise<RemoteFailure | null> {
  let troubles = 0;
  for (const item of headItems(online.db, 'unknown')) {
    const write = singleWriteOf(item.kind);
    if (write === null || !projects.has(item.project)) continue;
    if (online.signal.aborted) return { kind: 'cancelled' };
    const failure = await settleSingle(online, item, write);
    troubles = failure === null ? 0 : troubles + 1;
    if (failure !== null && (failure.kind === 'credentials' || troubles >= mostTroubles)) return failure;
  }
  return null;
}

class PushRun {
  readonly #replay: Replay;
  readonly #projects: ReadonlySet<string>;
  readonly #tries = new Map<string, number>();
  readonly #notices = new Set<string>();
  #stopped: RemoteFailure | null = null;
  #troubles = 0;
  #done = 0;

  constructor(online: Online, projects: ReadonlySet<string>) {
    this.#replay = { ...online, gate: new WriteGate() };
    this.#projects = projects;
  }

  async go(): Promise<PushEnd> {
    // A round takes the head of every finding; what stood behind it is the head of the next round.
    for (let waiting = this.#next(); waiting.length > 0 && this.#stopped === null; waiting = this.#next()) {
      await this.#round(waiting);
    }
    return { stopped: this.#stopped, notices: [...this.#notices] };
  }

  #next(): OpenItem[] {
    return headItems(this.#replay.db, 'queued').filter((item) => this.#mayGo(item));
  }

  #mayGo(item: OpenItem): boolean {
    const { db, profile } = this.#replay;
    if (!this.#projects.has(item.project)) return false;
    if ((this.#tries.get(keyOf(item)) ?? 0) >= mostTries) return false;
    if (readSweep(db, item.project).heldReason !== null) return false;
    if (item.kind === 'create') return mayCreate(this.#replay, item.project);
    if (readConnection(db)?.canary === 'replaces' && profile.updateSends === 'changed-fields') {
      this.#notices.add(replacesNotice);
      return false;
    }
    return true;
  }

  async #round(items: readonly OpenItem[]): Promise<void> {
    const waiting = [...items];
    const total = items.length + this.#done;
    const lane = async (): Promise<void> => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
        if (this.#stopped !== null || !this.#mayGo(item)) continue;
        await this.#one(item, total);
      }
    };
    // The canary goes alone: until one update has shown what happens to the fields that it does not send,
    // a second one could do the same damage.
    while (readConnection(this.#replay.db)?.canary === 'untested' && waiting.length > 0) {
      const item = waiting.shift();
      if (item !== undefined && this.#stopped === null && this.#mayGo(item)) await this.#one(item, total);
    }
    await Promise.all(Array.from({ length: lanesAtOnce }, lane));
  }

  async #one(item: OpenItem, total: number): Promise<void> {
    const step = await this.#send(item);
    switch (step.kind) {
      case 'moved':
        this.#troubles = 0;
        break;
      case 'again':
        this.#tries.set(keyOf(item), (this.#tries.get(keyOf(item)) ?? 0) + 1);
        return;
      case 'later':
        this.#tries.set(keyOf(item), mostTries);
        break;
      case 'stop':
        this.#tries.set(keyOf(item), mostTries);
        this.#trouble(step.failure);
        break;
    }
    this.#done += 1;
    this.#replay.progress({ kind: 'sync', project: item.project, phase: 'push', done: this.#done, total });
  }

  async #send(item: OpenItem): Promise<Step> {
    const write = singleWriteOf(item.kind);
    return write === null ? replayCreation(this.#replay, item) : replaySingle(this.#replay, item, write);
  }

  /** One finding that fails holds up nothing but itself; the same failure for several in a row is everybody's. */
  #trouble(failure: RemoteFailure): void {
    this.#troubles += 1;
    const itsOwn = failure.kind === 'server' || failure.kind === 'timeout';
    if (!itsOwn || this.#troubles >= mostTroubles) this.#stopped = failure;
  }
}

function keyOf(item: OpenItem): string {
  return `${String(item.seq)}:${String(item.finding)}`;
}

const replacesNotice =
  'This service empties the fields that an update does not send. Updates wait: connect again with a profile ' +
  'that says "updateSends": "all-fields", and settle the conflict that puts the emptied fields back.';
