import type { SyncedFindings, SyncSummary } from '#contract/procedures/sync.ts';
import { DossierError } from '#contract/error.ts';
import type { FindingRow } from '#contract/finding/finding.ts';
import type { ItemState } from '#contract/finding/operation.ts';
import { listEngagements, readSweep } from '#db/tables/engagements.ts';
import {
  doneItems,
  doubtedItems,
  headItems,
  itemsOf,
  itemsInState,
  openOperations,
  type ItemRow,
  type OperationRow,
} from '#db/tables/outbox/operations.ts';
import { isHeld } from '#db/tables/outbox/held.ts';
import { countPendingFindings } from '#db/tables/outbox/pending.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import { toFailure, type RemoteFailure } from '#domain/answers/failure.ts';
import { noteTokenTrouble } from './connection/token-trouble.ts';
import { callFor, nowIso, type OnlineContext } from './context.ts';
import { noEngagement } from './record/engagements.ts';
import { mayCreate } from './push/operations/create.ts';
import { sendConfirmed } from './push/operations/assistant.ts';
import { readWithRetry } from './schedule/retry-policy.ts';
import { untilAborted } from './schedule/until-aborted.ts';
import { pushQueue } from './push/push.ts';
import type { Swept } from './push/read-many.ts';
import { watchCreations, reconcileCreations } from './push/operations/reconcile-creations.ts';
import { alteredFindings } from './outbox/altered-values.ts';
import { needsPerson, operationView } from './outbox/view/operation-view.ts';
import { checkOwner } from './pull/check-owner.ts';
import { dropBehindConfirmedDeletions } from './outbox/delete.ts';
import { recoverInterrupted } from './push/recover-interrupted.ts';
import type { Accepts } from './pull/reconcile-deletions.ts';
import { sweepEngagement, type SweepEnd } from './pull/sweep.ts';
import { SyncStats } from './intake/sync-stats.ts';

/** What a sync is asked to do; no projects means all engagements. */
export interface SyncRequest {
  readonly projects: readonly string[];
  readonly pull: boolean;
  readonly push: boolean;
  /** Operations made after this one stay here. */
  readonly newest?: number | undefined;
  readonly acceptMissing: boolean;
  /** The person's yes was given for so many findings of an engagement. */
  readonly acceptAtMost?: number | undefined;
}

/**
 * One sync: who the token belongs to (promise 9), then the queue, then a sweep of each engagement. It never
 * waits out an in-doubt window or a long Retry-After; what is looked at later is said in the notices.
 *
 * @param onAsking is called when all but a question to the assistant is done: another sync may begin
 * @param onSent gets what settles when such a question is answered, also if the caller no longer waits: the connection is
 *   to stay until then
 * @throws DossierError `not-found` (no such engagement), `credentials`, `foreign-token`, `unreachable` … if nothing
 *   could be done at all; a later failure is in the summary
 */
export async function runSync(
  ctx: OnlineContext,
  request: SyncRequest,
  onAsking: () => void = () => undefined,
  onSent: (answered: Promise<unknown>) => void = () => undefined,
): Promise<SyncSummary> {
  const known = listEngagements(ctx.db).map((engagement) => engagement.project);
  const missing = request.projects.find((project) => !known.includes(project));
  if (missing !== undefined) throw noEngagement(missing);
  const projects = request.projects.length === 0 ? known : [...new Set(request.projects)];
  // One sync at a time: what is still `sending` now, but a question, was cut off by a failure of the store.
  recoverInterrupted(ctx);
  dropBehindConfirmedDeletions(ctx);
  const paused = await checkOwner(ctx);
  const run = new SyncRun(ctx, projects, request);
  if (paused !== null) return run.paused(paused);
  if (request.push) await run.push(request.newest);
  if (request.pull) await run.pull();
  else await run.lookForDoubted();
  if (request.push) await run.askAssistant(onAsking, onSent);
  return run.summary();
}

class SyncRun {
  readonly #ctx: OnlineContext;
  readonly #projects: readonly string[];
  readonly #accepts: Accepts;
  readonly #stats = new SyncStats();
  readonly #open: readonly OperationRow[];
  readonly #ends = new Map<string, SweepEnd>();
  readonly #notices = new Set<string>();
  #failure: RemoteFailure | null = null;
  /** Why an operation is still queued although all of the queue was tried. */
  #left: RemoteFailure | null = null;
  /** A write of unknown outcome is the last that was sent, and no read has worked since (promise 6). */
  #inDoubt = false;
  /** Something that should leave was left for a later sync. */
  #hasUnsent = false;
  /** How long (ms) the service asked to wait; null if it did not. */
  #retryAfterMs: number | null = null;
  #freshening: Promise<unknown> = Promise.resolve();

  constructor(ctx: OnlineContext, projects: readonly string[], accepts: Accepts) {
    this.#ctx = ctx;
    this.#projects = projects;
    this.#accepts = accepts;
    this.#open = openOperations(ctx.db);
  }

  /** Nothing can be asked of the service for a while: what there is to say is when. */
  paused(failure: RemoteFailure): Promise<SyncSummary> {
    this.#fail(failure);
    return this.summary();
  }

  async push(newest: number = Infinity): Promise<void> {
    for (const project of this.#projects) {
      if (this.#needsSweepFirst(project)) await this.#sweep(project);
      if (this.#stopped()) return;
    }
    const scope = { projects: new Set(this.#projects), newest };
    const end = await pushQueue(this.#ctx, scope, (project, written) => this.#freshen(project, written));
    for (const notice of end.notices) this.#notices.add(notice);
    if (end.stopped !== null) this.#fail(end.stopped);
    this.#left = end.left;
    this.#inDoubt = end.inDoubt;
    this.#hasUnsent = end.hasUnsent;
    this.#claimCreations();
  }

  /** Last of all, because neither a pause of the assistant nor its minutes may hold up anything else. */
  async askAssistant(onAsking: () => void, onSent: (answered: Promise<unknown>) => void): Promise<void> {
    if (this.#stopped() || (this.#inDoubt && !(await this.#canRead()))) return;
    const projects = new Set(this.#projects);
    const sending = sendConfirmed(this.#ctx, ({ project }) => projects.has(project), onAsking).then((end) => {
      for (const notice of end.notices) this.#notices.add(notice);
      this.#hasUnsent ||= end.isPaused;
      if (end.stopped !== null) this.#fail(end.stopped);
    });
    onSent(sending);
    await untilAborted(sending, this.#ctx.signal);
  }

  async #canRead(): Promise<boolean> {
    const read = await readWithRetry(this.#ctx, () => this.#ctx.client.me(callFor(this.#ctx, 'person')));
    return read.kind === 'ok';
  }

  async pull(): Promise<void> {
    for (const project of this.#projects) {
      if (this.#stopped()) return;
      await this.#sweep(project);
    }
  }

  /** What was answered "not found" is held against a sweep, also if the person asked for no other news. */
  async lookForDoubted(): Promise<void> {
    for (const project of this.#projects) {
      if (this.#stopped()) return;
      if (doubtedItems(this.#ctx.db, project).length > 0) await this.#sweep(project);
    }
  }

  /** A sweep in the middle of the push, for operations over many findings: one at a time, each begun when asked. */
  async #freshen(project: string, written: readonly FindingRow[] = []): Promise<Swept> {
    const turn = this.#freshening.then(() => {
      this.#stats.wrote(written);
      return this.#sweep(project);
    });
    this.#freshening = turn;
    const end = await turn;
    return end.kind === 'held' ? { kind: 'incomplete' } : end;
  }

  /** Unknown creations are looked for before the queue is replayed, and none leaves before a first whole sweep. */
  #needsSweepFirst(project: string): boolean {
    const { db } = this.#ctx;
    const ofProject = (item: { kind: string; project: string }): boolean =>
      item.kind === 'create' && item.project === project;
    return (
      itemsInState(db, 'unknown').some(ofProject) ||
      (!mayCreate(this.#ctx, project) && headItems(db, 'queued').some(ofProject))
    );
  }

  async #sweep(project: string): Promise<SweepEnd> {
    const watch = watchCreations(this.#ctx, project);
    const end = await sweepEngagement(this.#ctx, project, this.#stats, this.#accepts);
    this.#ends.set(project, end);
    switch (end.kind) {
      case 'complete':
        for (const notice of end.notices) this.#notices.add(notice);
        await reconcileCreations(this.#ctx, watch, this.#stats);
        break;
      case 'held':
        break;
      case 'incomplete':
        for (const notice of end.notices) this.#notices.add(notice);
        this.#notices.add(
          `${project}: the sweep is incomplete, because ${end.reason}. No finding was marked as deleted.`,
        );
        break;
      case 'failed':
        this.#fail(end.failure, project);
        break;
    }
    return end;
  }

  /** A creation that landed in this run is nothing that the sweep after it brings. */
  #claimCreations(): void {
    const { db } = this.#ctx;
    for (const operation of this.#open) {
      if (operation.kind !== 'create') continue;
      for (const item of doneItems(db, operation.seq)) this.#stats.ownCreation(item);
    }
  }

  #fail(met: RemoteFailure, project?: string): void {
    // A write that was refused does not say what it was refused with.
    const session = met.kind === 'credentials' && this.#ctx.credentials.kind === 'session';
    const failure = session ? { ...met, session } : met;
    if (failure.kind === 'rate-limited') {
      this.#notices.add(toFailure(failure).message);
      this.#retryAfterMs = failure.retryAfterMs ?? 0;
      return;
    }
    // A token may also die on the way: what waits says from now on what it waits for.
    if (failure.kind === 'credentials') {
      noteTokenTrouble(this.#ctx.db, { kind: 'refused', at: nowIso(this.#ctx) });
    }
    if (project !== undefined) this.#notices.add(`${project}: ${toFailure(failure).message}`);
    this.#failure ??= failure;
  }

  /** A refusal concerns one engagement; anything else would meet the next one as well. */
  #stopped(): boolean {
    if (this.#retryAfterMs !== null) return true;
    const failure = this.#failure;
    if (failure === null) return this.#ctx.signal.aborted;
    return failure.kind !== 'forbidden' && failure.kind !== 'not-found' && failure.kind !== 'invalid';
  }

  /** Others are let in before each operation: thousands of them would hold up a save for half a second. */
  async summary(): Promise<SyncSummary> {
    const { db, clock } = this.#ctx;
    const outcomes = new Map<FindingRow, keyof SyncedFindings>();
    const pushed = { applied: 0, conflict: 0, rejected: 0, unknown: 0, waiting: 0 };
    for (const operation of this.#open) {
      await clock.sleep(0);
      const counted = countedAs(operationView(this.#ctx, operation).state);
      if (counted !== null) pushed[counted] += 1;
      for (const item of itemsOf(db, operation.seq)) noteOutcome(db, outcomes, item);
    }
    const looks: SyncSummary['looks'][number][] = [];
    let waitsForPerson = 0;
    for (const operation of openOperations(db)) {
      await clock.sleep(0);
      const { op, nextLookAt } = operationView(this.#ctx, operation);
      if (nextLookAt !== undefined) looks.push({ op, at: nextLookAt });
      if (needsPerson(db, operation)) waitsForPerson += 1;
    }
    return {
      pushed,
      findings: countOutcomes(outcomes),
      findingsInNeed: countPendingFindings(db).needPerson,
      pulled: this.#stats.summary(),
      engagements: this.#projects.map((project) => {
        const end = this.#ends.get(project);
        return {
          project,
          complete: end?.kind === 'complete' && end.unread === 0,
          held: readSweep(db, project).heldReason,
          ...(end?.kind === 'incomplete' ? { incomplete: end.reason } : {}),
        };
      }),
      altered: alteredFindings(
        db,
        this.#open.map(({ op }) => op),
      ),
      notices: [...this.#notices],
      looks,
      unfinished: this.#isUnfinished(),
      ...(this.#retryAfterMs === null ? {} : { retryAfterMs: this.#retryAfterMs }),
      needsPerson: waitsForPerson,
      failure: this.#toldFailure(),
    };
  }

  /** A pause, also of the assistant alone, a sweep that could not see everything, and updates that wait count alike. */
  #isUnfinished(): boolean {
    const ends = [...this.#ends.values()];
    return (
      this.#retryAfterMs !== null ||
      this.#hasUnsent ||
      ends.some((end) => end.kind === 'incomplete' || (end.kind === 'complete' && end.unread > 0))
    );
  }

  #toldFailure(): SyncSummary['failure'] {
    const failure = this.#failure ?? this.#left;
    if (failure !== null) return toFailure(failure);
    return this.#ctx.signal.aborted ? toFailure({ kind: 'cancelled' }) : null;
  }
}

function countedAs(state: ReturnType<typeof operationView>['state']): keyof SyncSummary['pushed'] | null {
  switch (state) {
    case 'done':
      return 'applied';
    case 'conflict':
    case 'rejected':
    case 'unknown':
      return state;
    case 'queued':
    case 'sending':
    case 'blocked':
      return 'waiting';
    case 'discarded':
      return null;
  }
}

/** Outcomes by how much they need the user, the neediest first. */
const outcomeOrder = ['conflict', 'rejected', 'unknown', 'held', 'waiting', 'sent'] as const;

/** A finding counts once, as its neediest change stands. */
function noteOutcome(
  db: ReadableDb,
  outcomes: Map<FindingRow, keyof SyncedFindings>,
  { finding, state }: ItemRow,
): void {
  const outcome = outcomeOf(db, finding, state);
  if (outcome === null) return;
  const before = outcomes.get(finding) ?? 'sent';
  if (outcomeOrder.indexOf(outcome) <= outcomeOrder.indexOf(before)) outcomes.set(finding, outcome);
}

function outcomeOf(db: ReadableDb, finding: FindingRow, state: ItemState): keyof SyncedFindings | null {
  switch (state) {
    case 'done':
      return 'sent';
    case 'conflict':
    case 'rejected':
    case 'unknown':
      return state;
    case 'queued':
    case 'sending':
      return isHeld(db, finding) ? 'held' : 'waiting';
    case 'discarded':
      return null;
  }
}

function countOutcomes(outcomes: ReadonlyMap<FindingRow, keyof SyncedFindings>): SyncedFindings {
  const counts = { sent: 0, conflict: 0, rejected: 0, unknown: 0, held: 0, waiting: 0 };
  for (const outcome of outcomes.values()) counts[outcome] += 1;
  return counts;
}

/** @throws DossierError when asked to sync nothing at all */
export function assertSomethingToDo(request: SyncRequest): void {
  if (!request.pull && !request.push) {
    throw new DossierError(
      'usage',
      'A sync either pulls or pushes: give --pull-only or --push-only, not both.',
    );
  }
}
