import type { ProcedureAnswers } from '#contract/procedures/index.ts';
import {
  recordedActionSchema,
  type BulkCounts,
  type BulkFinding,
  type BulkState,
  type BulkSummary,
  type LeftOutReason,
  type RecordedAction,
} from '#contract/procedures/findings/bulk.ts';
import { DossierError } from '#contract/error.ts';
import {
  bulkFindingNames,
  bulkResultRows,
  countBulk,
  findBulk,
  recentBulks,
  type BulkActionRow,
} from '#db/tables/outbox/bulk.ts';
import { hasEngagement } from '#db/tables/engagements.ts';
import type { ServiceContext } from '#engine/context.ts';
import { noEngagement } from '#engine/record/engagements.ts';

/** So many actions of an engagement are told. */
const maxTold = 20;

/** The newest actions of an engagement, the newest first. @throws DossierError `not-found` */
export function listBulks(
  ctx: ServiceContext,
  project: string,
  isRunning: (bulk: string) => boolean,
): BulkSummary[] {
  if (!hasEngagement(ctx.db, project)) throw noEngagement(project);
  return recentBulks(ctx.db, project, maxTold).map((row) => summaryOf(ctx, row, isRunning(row.bulk)));
}

/** An action with what became of its findings, from the operations as they are now. */
export function summaryOf({ db }: ServiceContext, row: BulkActionRow, running: boolean): BulkSummary {
  const { states, undoable } = countBulk(db, row.number);
  const { bulk, project, at } = row;
  return { bulk, project, at, action: actionOf(row), counts: countsOf(states), running, undoable };
}

function countsOf(states: ReadonlyMap<BulkState, number>): BulkCounts {
  const of = (state: BulkState): number => states.get(state) ?? 0;
  return {
    'not-done': of('not-done'),
    queued: of('queued'),
    behind: of('behind'),
    sending: of('sending'),
    done: of('done'),
    conflict: of('conflict'),
    rejected: of('rejected'),
    unknown: of('unknown'),
    'taken-back': of('taken-back'),
    'left-out': of('left-out'),
  };
}

/**
 * What became of each finding of an action: first what needs the person, last what was left out, else as they were chosen.
 *
 * @throws DossierError `not-found`
 */
export function bulkResults(
  ctx: ServiceContext,
  ask: { bulk: string; states?: readonly BulkState[] | undefined; from: number; limit: number },
  isRunning: (bulk: string) => boolean,
): ProcedureAnswers['bulk.results'] {
  const action = bulkNamed(ctx, ask.bulk);
  const { number } = action;
  const rows = bulkResultRows(ctx.db, {
    number,
    after: ask.from,
    limit: ask.limit + 1,
    statesJson: ask.states === undefined ? null : JSON.stringify(ask.states),
  });
  const shown = rows.slice(0, ask.limit);
  const named = namedFindings(
    ctx,
    shown.map(({ finding }) => finding),
  );
  const names = new Map(named.map((finding) => [finding.row, finding]));
  return {
    summary: summaryOf(ctx, action, isRunning(ask.bulk)),
    rows: shown.map(({ finding, state, reason, message }) => ({
      ...(names.get(finding) ?? nameless(finding)),
      state,
      message,
      reason: state === 'left-out' ? (reason as LeftOutReason | null) : null,
    })),
    next: rows.length > ask.limit ? (shown.at(-1)?.place ?? null) : null,
  };
}

/** How findings are named when they are told of, in the order asked for. */
export function namedFindings({ db }: ServiceContext, findings: readonly number[]): BulkFinding[] {
  const names = bulkFindingNames(db, findings);
  return findings.map((row) => ({ ...nameless(row), ...names.get(row) }));
}

/** One that has left the store. */
function nameless(row: number): BulkFinding {
  return { row, id: '', title: '', asset: [] };
}

/** The action that a face names. @throws DossierError `not-found` */
export function bulkNamed({ db }: ServiceContext, bulk: string): BulkActionRow {
  const row = findBulk(db, bulk);
  if (row === null) throw new DossierError('not-found', 'This bulk change is not known here.');
  return row;
}

/** What an action was, as it was written down. */
export function actionOf({ actionJson }: BulkActionRow): RecordedAction {
  return recordedActionSchema.parse(JSON.parse(actionJson));
}
