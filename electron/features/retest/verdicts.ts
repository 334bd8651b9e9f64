import { DossierError } from '#contract/error.ts';
import type { FindingRow } from '#contract/finding/finding.ts';
import type { ProcedureInput } from '#contract/procedures/index.ts';
import type {
  FindingRound,
  OmittedFinding,
  Verdict,
  VerdictsPreview,
  VerdictsSet,
} from '#contract/deliverable/rounds.ts';
import { pendingRetest } from '#domain/deliverable/selection.ts';
import { personName } from '#domain/engagement/person-name.ts';
import { evidenceOf } from '#db/tables/findings/evidence.ts';
import { itemsOf, readItem, writtenOperation } from '#db/tables/outbox/operations.ts';
import { readIdentity, readRecord, shownId, type IdentityRow } from '#db/tables/findings/records.ts';
import {
  deleteSetting,
  insertVerdict,
  lastSetting,
  newestVerdict,
  nextSetting,
  rewriteVerdict,
  roundsOf,
  verdictBefore,
  verdictsOn,
  type RoundRow,
  type VerdictRow,
  type VerdictWords,
} from '#db/tables/reports/rounds.ts';
import { readTransaction, transaction } from '#db/store/transaction.ts';
import { nowIso, today, type ReadContext, type ServiceContext } from '#engine/context.ts';
import { addStatus, openStatus } from '#engine/outbox/bulk-status.ts';
import { findingNamed } from '#engine/outbox/edit.ts';
import { ineligibility, ineligibilityClause } from '#engine/outbox/eligibility.ts';
import { discardItem, operationNamed } from '#engine/outbox/discard/retry-and-discard.ts';
import { operationView } from '#engine/outbox/view/operation-view.ts';
import { statusAfter, verdictBarrier } from './eligible.ts';
import { given } from '#engine/record/given-verdict.ts';
import { perVerdict } from './rounds.ts';
import { roundNumbered } from '#engine/record/rounds.ts';
import { sameWords, wordsFor, type VerdictWish } from './verdict-strings.ts';
import { connectedUser } from '#engine/connection/connected-user.ts';
import { tellVerdict } from './record-verdict.ts';

/** What a person types on at the same verdict within this time is one setting. */
const runOfTypingMs = 5 * 60_000;

type SetInput = ProcedureInput<'verdict.set'>;

/** One finding of a setting: what it has now, and what it would have (null: cleared). */
interface Planned {
  readonly identity: IdentityRow;
  readonly before: VerdictRow | null;
  readonly after: VerdictWords | null;
}

/** What every round of its engagement says of a finding. @throws DossierError `not-found` */
export function findingVerdicts(ctx: Pick<ReadContext, 'db' | 'profile'>, id: string): FindingRound[] {
  const { db, profile } = ctx;
  return readTransaction(db, () => {
    const identity = findingNamed({ db }, id);
    const { finding, project } = identity;
    const said = verdictsOn(db, finding);
    const refused = verdictBarrier(ctx, project, [finding])(finding);
    const offeredAfter = (verdict: Verdict | null): string | null => {
      const status = verdict === null ? null : statusAfter(verdict, profile);
      const may = status !== null && ineligibility(ctx, finding, { kind: 'status', status }) === null;
      return may ? status : null;
    };
    return roundsOf(db, project).map(({ round, number, name, begins, ends, note }) => {
      const row = said.get(round);
      const images = evidenceOf(db, finding, round).length;
      const words = row === undefined ? null : given(row);
      const offered = refused === null ? offeredAfter(words?.verdict ?? null) : null;
      return { number, name, begins, ends, note, given: words, images, refused, offered };
    });
  });
}

/** What `setVerdicts` would do with the same words. @throws DossierError as that */
export function previewVerdicts(ctx: ReadContext, input: ProcedureInput<'verdict.preview'>): VerdictsPreview {
  return readTransaction(ctx.db, () => {
    const { changed, same, leftOut } = plan(ctx, input);
    const status = statusWanted(ctx, input);
    const taken = [...changed, ...same].map(({ identity }) => identity);
    const statusOut = status === null ? [] : statusLeftOut(ctx, taken, status);
    const had = (verdict: Verdict | null): Planned[] =>
      changed.filter(({ before }) => (before?.verdict ?? null) === verdict);
    return {
      fresh: had(null).length,
      replaced: perVerdict((verdict) => (verdict === input.verdict ? 0 : had(verdict).length)),
      reworded: had(input.verdict).length,
      same: same.length,
      left_out: leftOut,
      offered: statusAfter(input.verdict, ctx.profile),
      status: status === null ? 0 : taken.length - statusOut.length,
      status_left_out: statusOut,
    };
  });
}

/**
 * Gives findings a verdict of a round, all in one transaction, and queues a status with it if the caller
 * wants one. Findings that have it so already are counted, not written; candidates and rejected findings are
 * left out.
 *
 * @throws DossierError `not-found` (engagement, round, finding); `invalid` (a finding of another engagement,
 *   a status that no verdict goes with); `wrong-state` (the only finding cannot have a verdict); `outdated` (other words
 *   were written since the user saw them)
 */
export function setVerdicts(ctx: ServiceContext, input: SetInput): VerdictsSet {
  const status = statusWanted(ctx, input);
  const offered = statusAfter(input.verdict, ctx.profile);
  return write(ctx, { ...input, status, offered }, (round) => {
    const planned = plan(ctx, input);
    for (const { before } of planned.changed) refuseUnseen(before, input);
    const [only] = planned.leftOut;
    if (only !== undefined && new Set(input.ids).size === 1) {
      throw new DossierError('wrong-state', `${only.id} cannot have a verdict: ${only.reason}.`);
    }
    return { ...planned, round };
  });
}

/** Words that were written elsewhere are not written over before the user has been shown them. */
function refuseUnseen(before: VerdictRow | null, { text, who, at, seen }: SetInput): void {
  if (seen === undefined || before === null || before.verdict === null) return;
  const isUnseen = (
    stored: string,
    mine: string | undefined,
    known: readonly string[] | undefined,
  ): boolean => mine !== undefined && known !== undefined && ![mine, ...known].includes(stored);
  if (
    isUnseen(before.text, text, seen.text) ||
    isUnseen(before.who, who, seen.who) ||
    isUnseen(before.day, at, seen.at)
  ) {
    throw new DossierError(
      'outdated',
      'Another window or the terminal wrote other words meanwhile. Yours are not saved.',
    );
  }
}

/** The status that is queued with a verdict; null if none is. @throws DossierError `invalid` */
function statusWanted({ profile }: Pick<ReadContext, 'profile'>, input: SetInput): string | null {
  if (input.pendingRetest && input.setStatus) {
    throw new DossierError(
      'invalid',
      'Choose one status: pending retest, or the one that goes with the verdict.',
    );
  }
  if (!input.setStatus) return input.pendingRetest ? pendingRetest(profile) : null;
  const status = statusAfter(input.verdict, profile);
  if (status !== null) return status;
  throw new DossierError(
    'invalid',
    `No status of this service goes with the verdict "${input.verdict}". Leave it out, or set the status by itself.`,
  );
}

/** Takes the verdicts of a round from findings; their images stay. @throws DossierError as `setVerdicts` */
export function clearVerdicts(ctx: ServiceContext, input: ProcedureInput<'verdict.clear'>): VerdictsSet {
  return write(ctx, { ...input, status: null, offered: null }, (round) => {
    const all = named(ctx, input).map((identity): Planned => {
      return { identity, before: newestVerdict(ctx.db, round.round, identity.finding), after: null };
    });
    const has = ({ before }: Planned): boolean => before !== null && before.verdict !== null;
    return { round, changed: all.filter(has), same: all.filter((one) => !has(one)), leftOut: [] };
  });
}

/**
 * Takes the last setting of an engagement back: every finding of it has what it had before. A status that was queued
 * with it is dropped if nothing of it has left yet.
 *
 * @throws DossierError `wrong-state` (there is none), `outdated` (another one came after it)
 */
export function undoVerdicts(
  ctx: ServiceContext,
  { project, setting }: ProcedureInput<'verdict.undo'>,
): { round: number; undone: number; stays: OmittedFinding[] } {
  const { db } = ctx;
  return transaction(db, () => {
    const rows = lastSetting(db, project);
    const [first] = rows;
    if (first === undefined)
      throw new DossierError('wrong-state', 'No verdict is left that could be undone.');
    if (setting !== undefined && first.setting !== setting) {
      throw new DossierError('outdated', 'Other verdicts were set after it, so it was not undone.');
    }
    const round = roundsOf(db, project).find((one) => one.round === first.round);
    if (round === undefined) throw new Error('a verdict stands in no round of its engagement');
    deleteSetting(db, first.setting);
    for (const { finding, ...undone } of rows) {
      const back = newestVerdict(db, round.round, finding);
      tellVerdict(ctx, finding, round, { ...undone, finding }, back, { undone: true });
    }
    const stays = first.op === null ? [] : takeStatusBack(ctx, first.op);
    return { round: round.number, undone: rows.length, stays };
  });
}

interface Plan {
  readonly changed: readonly Planned[];
  readonly same: readonly Planned[];
  readonly leftOut: readonly OmittedFinding[];
}

/** What the words of a setting mean for each of its findings. */
function plan(ctx: ReadContext, input: SetInput): Plan {
  const { db } = ctx;
  const { round } = roundNumbered(db, input.project, input.round);
  const wanted: VerdictWish = {
    verdict: input.verdict,
    text: input.text,
    day: input.at,
    who: input.who,
    today: today(ctx),
    caller: personName(connectedUser(db)),
  };
  const changed: Planned[] = [];
  const same: Planned[] = [];
  const leftOut: OmittedFinding[] = [];
  const identities = named(ctx, input);
  const barrier = verdictBarrier(
    ctx,
    input.project,
    identities.map(({ finding }) => finding),
  );
  for (const identity of identities) {
    const { finding, serviceId } = identity;
    const reason = barrier(finding);
    if (reason !== null) {
      leftOut.push({ id: shownId(identity), reason });
      continue;
    }
    // As for images: what has no identifier is forgotten when its content changes.
    if (serviceId === null && readRecord(db, finding)?.readable === 0) {
      leftOut.push({ id: shownId(identity), reason: 'it could not be read as a finding' });
      continue;
    }
    const before = newestVerdict(db, round, finding);
    const after = wordsFor(wanted, before);
    (sameWords(before, after) ? same : changed).push({ identity, before, after });
  }
  return { changed, same, leftOut };
}

function named(
  ctx: Pick<ReadContext, 'db'>,
  { project, ids }: { readonly project: string; readonly ids: readonly string[] },
): IdentityRow[] {
  const found = new Map<FindingRow, IdentityRow>();
  for (const id of ids) {
    const identity = findingNamed(ctx, id);
    if (identity.project !== project) {
      throw new DossierError('invalid', `${id} belongs to another engagement than ${project}.`);
    }
    found.set(identity.finding, identity);
  }
  return [...found.values()];
}

function statusLeftOut(
  ctx: ReadContext,
  identities: readonly IdentityRow[],
  status: string,
): OmittedFinding[] {
  return identities.flatMap((identity) => {
    const why = ineligibility(ctx, identity.finding, { kind: 'status', status });
    return why === null ? [] : [{ id: shownId(identity), reason: ineligibilityClause(why) }];
  });
}

function write(
  ctx: ServiceContext,
  input: Pick<SetInput, 'project' | 'round'> & {
    readonly status: string | null;
    readonly offered: string | null;
  },
  planned: (round: RoundRow) => Plan,
): VerdictsSet {
  const { db } = ctx;
  return transaction(db, () => {
    const round = roundNumbered(db, input.project, input.round);
    const { changed, same, leftOut } = planned(round);
    const taken = [...changed, ...same].map(({ identity }) => identity);
    const { project, status } = input;
    const queued = status === null ? nothingQueued : queueStatus(ctx, project, taken, status);
    const setting =
      (queued.op === null ? typedOn(ctx, round, changed) : null) ?? append(ctx, round, changed, queued.op);
    return {
      setting,
      changed: changed.length,
      same: same.length,
      left_out: leftOut,
      operations: queued.op === null ? [] : [operationView(ctx, writtenOperation(db, queued.op))],
      offered: input.offered,
      status_left_out: queued.leftOut,
    };
  });
}

function append(
  ctx: ServiceContext,
  round: RoundRow,
  changed: readonly Planned[],
  op: string | null,
): number | null {
  if (changed.length === 0) return null;
  const { db } = ctx;
  const setting = nextSetting(db);
  for (const { identity, before, after } of changed) {
    const { finding } = identity;
    const words = after ?? { verdict: null, day: '', who: '', text: '' };
    const row = { setting, round: round.round, finding, ...words, setAt: nowIso(ctx), op };
    insertVerdict(db, row);
    tellVerdict(ctx, finding, round, before, { ...row, entry: 0 }, { setting });
  }
  return setting;
}

/** Writes what was typed on at one verdict into the setting that the run of typing began; null if this is none. */
function typedOn(ctx: ServiceContext, round: RoundRow, changed: readonly Planned[]): number | null {
  const { db } = ctx;
  const [one, another] = changed;
  if (one === undefined || another !== undefined) return null;
  const { identity, before, after } = one;
  if (before === null || after === null || before.verdict !== after.verdict || before.op !== null)
    return null;
  const last = lastSetting(db, round.project);
  if (last.length !== 1 || last[0]?.entry !== before.entry) return null;
  if (ctx.clock.wallMs() - Date.parse(before.setAt) > runOfTypingMs) return null;
  // The verdict itself is a setting of its own, so that undoing words leaves it.
  const begun = verdictBefore(db, before);
  if (begun?.verdict !== after.verdict) return null;
  const row = { ...before, ...after, setAt: nowIso(ctx) };
  rewriteVerdict(db, row);
  tellVerdict(ctx, identity.finding, round, begun, row, { setting: before.setting });
  return before.setting;
}

interface QueuedStatus {
  readonly op: string | null;
  readonly leftOut: readonly OmittedFinding[];
}

const nothingQueued: QueuedStatus = { op: null, leftOut: [] };

function queueStatus(
  ctx: ServiceContext,
  project: string,
  identities: readonly IdentityRow[],
  status: string,
): QueuedStatus {
  const leftOut = statusLeftOut(ctx, identities, status);
  const out = new Set(leftOut.map(({ id }) => id));
  const taken = identities.filter((identity) => !out.has(shownId(identity)));
  if (taken.length === 0) return { op: null, leftOut };
  const operation = openStatus(ctx, status, project);
  for (const { finding } of taken) addStatus(ctx, operation, finding, status);
  return { op: operation.op, leftOut };
}

/** Drops a status that was queued, as far as nothing of it has left; answers for which findings it stays. */
function takeStatusBack(ctx: ServiceContext, op: string): OmittedFinding[] {
  const { db } = ctx;
  const { seq } = operationNamed(ctx, op);
  return itemsOf(db, seq).flatMap(({ finding, state, attempts }) => {
    if (state === 'discarded') return [];
    const item = readItem(db, seq, finding);
    if (item !== null && attempts === 0 && (state === 'queued' || state === 'conflict')) {
      discardItem(ctx, item);
      return [];
    }
    return [{ id: shownId(readIdentity(db, finding)), reason: 'the status has been sent already' }];
  });
}
