import { failureText, type RemoteFailure } from '#domain/answers/failure.ts';
import { readConnection } from '#db/tables/accounts/connections.ts';
import { readSweep } from '#db/tables/engagements.ts';
import { isHeld } from '#db/tables/outbox/held.ts';
import { changeItem, headItems, type OpenItem } from '#db/tables/outbox/operations.ts';
import { transaction } from '#db/store/transaction.ts';
import type { OnlineContext } from '../context.ts';
import { mapConcurrent } from '../schedule/map-concurrent.ts';
import { replayBulk, settleBulk } from './operations/bulk.ts';
import { whyUpdatesWait } from '../outbox/probe/partial-update-probe.ts';
import { mayCreate, replayCreation } from './operations/create.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { GroupCommit } from './group-commit.ts';
import { driverOf } from './operations/index.ts';
import { stillQueued, type Replay, type ReplayOutcome } from './replay.ts';
import { ServicePace } from './read-lease.ts';
import type { Freshen } from './read-many.ts';
import { finishSingle } from './finish-single.ts';
import { replaySingle } from './replay-single.ts';

/**
 * How a replay of the queue ended. `stopped`: why nothing further could be sent, null when all was tried. `left`:
 * why some operation is still queued although all was tried; the failure is that of its own finding. `inDoubt`: after a
 * write of unknown outcome no read has worked yet, so nothing else may leave. `hasUnsent`: something waits for a later
 * sync although nobody holds it back: a limit of the service, or what an update does there.
 */
export interface PushEnd {
  readonly stopped: RemoteFailure | null;
  readonly inDoubt: boolean;
  readonly left: RemoteFailure | null;
  readonly hasUnsent: boolean;
  readonly notices: readonly string[];
}

/** One job: an operation on one finding, or what is ready of a bulk operation. */
type Job = readonly [OpenItem, ...OpenItem[]];

const lanesAtOnce = 4;
/** Throttled so often, an operation waits for the next run: the limiter had its chance to slow down. */
const maxTries = 5;
/** So many findings in a row that fail alike are the service's failure, not theirs. */
const maxTroubles = 3;

/** What of the outbox may be sent: operations of these engagements, none that was made after `newest`. */
export interface PushScope {
  readonly projects: ReadonlySet<string>;
  readonly newest: number;
}

/**
 * Replays what of the outbox is in the scope: unknown outcomes first, then the oldest operation of each finding, several
 * findings at a time (promise 7). Held engagements wait for the user.
 */
export async function pushQueue(ctx: OnlineContext, scope: PushScope, freshen: Freshen): Promise<PushEnd> {
  const stopped = await settleUnknown(ctx, scope.projects, freshen);
  if (stopped !== null) return { stopped, inDoubt: true, left: null, hasUnsent: true, notices: [] };
  return new PushRun(ctx, scope, freshen).go();
}

async function settleUnknown(
  ctx: OnlineContext,
  projects: ReadonlySet<string>,
  freshen: Freshen,
): Promise<RemoteFailure | null> {
  let troubles = 0;
  const unknown = headItems(ctx.db, 'unknown').filter((item) => projects.has(item.project));
  for (const job of jobsOf(unknown)) {
    if (ctx.signal.aborted) return { kind: 'cancelled' };
    const failure = await settleJob(ctx, job, freshen);
    troubles = failure === null ? 0 : troubles + 1;
    if (failure !== null && (failure.kind === 'credentials' || troubles >= maxTroubles)) return failure;
  }
  return null;
}

async function settleJob(ctx: OnlineContext, job: Job, freshen: Freshen): Promise<RemoteFailure | null> {
  const [item] = job;
  // Unknown creations are settled by the sweeps around the push.
  if (item.kind === 'create') return null;
  const write = driverOf(item.kind);
  if (write === null) return settleBulk(ctx, job, freshen);
  const settled = await finishSingle(ctx, item, write);
  return settled.kind === 'failed' ? settled.failure : null;
}

/** Items of one bulk operation go together, all others alone; in the order of the outbox. */
function jobsOf(items: readonly OpenItem[]): Job[] {
  const jobs = new Map<string, [OpenItem, ...OpenItem[]]>();
  for (const item of items) {
    const key = isBulk(item) ? String(item.seq) : keyOf(item);
    const job = jobs.get(key);
    if (job === undefined) jobs.set(key, [item]);
    else job.push(item);
  }
  return [...jobs.values()];
}

function isBulk(item: OpenItem): boolean {
  return item.kind === 'bulk-status' || item.kind === 'bulk-delete';
}

function keyOf(item: OpenItem): string {
  return `${String(item.seq)}:${String(item.finding)}`;
}

class PushRun {
  #replay: Replay;
  readonly #scope: PushScope;
  readonly #freshen: Freshen;
  readonly #tries = new Map<string, number>();
  readonly #notices = new Set<string>();
  #stopped: RemoteFailure | null = null;
  #left: RemoteFailure | null = null;
  #troubles = 0;
  #done = 0;
  #hasUnsent = false;

  constructor(ctx: OnlineContext, scope: PushScope, freshen: Freshen) {
    this.#replay = {
      ...ctx,
      breaker: new CircuitBreaker(),
      pace: new ServicePace(),
      commit: new GroupCommit(ctx),
    };
    this.#scope = scope;
    this.#freshen = freshen;
  }

  async go(): Promise<PushEnd> {
    // A round takes the head of every finding; what stood behind it is the head of the next round.
    for (let waiting = this.#next(); waiting.length > 0 && this.#stopped === null; waiting = this.#next()) {
      await this.#round(waiting);
    }
    const inDoubt = this.#replay.breaker.isShut();
    return {
      stopped: this.#stopped,
      inDoubt,
      left: this.#left,
      hasUnsent: this.#hasUnsent,
      notices: [...this.#notices],
    };
  }

  #next(): Job[] {
    return jobsOf(headItems(this.#replay.db, 'queued').filter((item) => this.#mayGo(item)));
  }

  #mayGo(item: OpenItem): boolean {
    const { db } = this.#replay;
    if (!this.#scope.projects.has(item.project) || item.seq > this.#scope.newest) return false;
    if ((this.#tries.get(keyOf(item)) ?? 0) >= maxTries) return false;
    if (readSweep(db, item.project).heldReason !== null || isHeld(db, item.finding)) return false;
    if (item.kind === 'create') return mayCreate(this.#replay, item.project);
    const why = item.kind === 'update' ? whyUpdatesWait(this.#replay) : null;
    if (why !== null) {
      this.#wait(why === 'replaces' ? replacesNotice : profileChangedNotice);
      return false;
    }
    return true;
  }

  /** Something that nobody holds back waits for a later sync. */
  #wait(notice: string): void {
    this.#notices.add(notice);
    this.#hasUnsent = true;
  }

  async #round(jobs: readonly Job[]): Promise<void> {
    const total = jobs.length + this.#done;
    const work = async (job: Job): Promise<boolean> => {
      if (this.#stopped === null && this.#mayGo(job[0])) await this.#one(job, total);
      return this.#stopped === null;
    };
    const runJobs = async (some: readonly Job[], lanes: number): Promise<void> => {
      try {
        await mapConcurrent(some, lanes, work);
      } finally {
        // What comes next asks the store.
        this.#replay.commit.flush();
      }
    };
    const single = jobs.filter(([item]) => !isBulk(item));
    // The partial-update probe goes alone: until one update has shown what becomes of fields that it does not send,
    // a second one could do the same damage.
    let alone = 0;
    while (this.#isProbeUnderWay() && alone < single.length) {
      await runJobs(single.slice(alone, alone + 1), 1);
      alone += 1;
    }
    await runJobs(single.slice(alone), lanesAtOnce);
    // One at a time and with nothing beside them: they may sweep, and a sweep beside a creation of ours would store it
    // under a second row.
    await runJobs(
      jobs.filter(([item]) => isBulk(item)),
      1,
    );
  }

  #isProbeUnderWay(): boolean {
    const { db, profile } = this.#replay;
    return profile.updateSends === 'changed-fields' && readConnection(db)?.partialUpdates === 'untested';
  }

  async #one(job: Job, total: number): Promise<void> {
    const step = await this.#send(job);
    switch (step.kind) {
      case 'advanced':
        this.#troubles = 0;
        // A finding of a bulk operation that could not be read is still queued: the next run looks again.
        if (isBulk(job[0])) this.#exclude(job, maxTries);
        break;
      case 'learned':
        this.#replay = { ...this.#replay, profile: step.profile };
        this.#notices.add(volatileNotice(step.members));
        this.#exclude(job, 1);
        return;
      case 'retry':
        this.#exclude(job, 1);
        if ((this.#tries.get(keyOf(job[0])) ?? 0) >= maxTries) this.#wait(throttledNotice);
        return;
      case 'doubted':
        this.#troubles = 0;
        this.#exclude(job, maxTries);
        break;
      case 'throttled':
        this.#exclude(job, maxTries);
        this.#wait(assistantNotice);
        break;
      case 'deferred':
        this.#exclude(job, maxTries);
        this.#leave(job, step.failure);
        break;
      case 'abort':
        this.#exclude(job, maxTries);
        this.#trouble(step.failure);
        if (this.#stopped === null) this.#leave(job, step.failure);
        break;
    }
    this.#done += 1;
    const [{ project }] = job;
    this.#replay.progress({ kind: 'sync', project, phase: 'push', done: this.#done, total });
  }

  async #send(job: Job): Promise<ReplayOutcome> {
    const [item] = job;
    if (item.kind === 'create') return replayCreation(this.#replay, item);
    const write = driverOf(item.kind);
    return write === null
      ? replayBulk(this.#replay, job, this.#freshen)
      : replaySingle(this.#replay, item, write);
  }

  /** What its own finding's failure leaves in the queue says so: it is no secret why it still waits. */
  #leave(job: Job, failure: RemoteFailure): void {
    this.#left ??= failure;
    transaction(this.#replay.db, () => {
      for (const item of job) {
        if (stillQueued(this.#replay, item) === null) continue;
        changeItem(this.#replay.db, item, { errorMessage: failureText(failure) });
      }
    });
  }

  #exclude(job: Job, times: number): void {
    for (const item of job) {
      const key = keyOf(item);
      this.#tries.set(key, (this.#tries.get(key) ?? 0) + times);
    }
  }

  /** One finding that fails holds up nothing but itself; the same failure for several in a row is everybody's. */
  #trouble(failure: RemoteFailure): void {
    this.#troubles += 1;
    const itsOwn = failure.kind === 'server' || failure.kind === 'timeout';
    if (!itsOwn || this.#troubles >= maxTroubles) this.#stopped = failure;
  }
}

const throttledNotice = 'The service asks for fewer requests (429): some operations wait for the next sync.';

const assistantNotice = 'The assistant asks you to wait (429): what waits for it goes with a later sync.';

const profileChangedNotice =
  'The service profile was changed while this sync ran. Updates are sent as it says now with the next sync.';

const replacesNotice =
  'This service empties the fields that an update does not send. Updates wait until the service profile says ' +
  '"updateSends": "all-fields", and the conflict that puts the emptied fields back is resolved.';

function volatileNotice(members: readonly string[]): string {
  return (
    `The service gives ${members.join(', ')} another value with every read. From now on that says nothing of a ` +
    'finding; the service profile names it as "volatile".'
  );
}
