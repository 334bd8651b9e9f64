import type { findingProcedures } from '#contract/procedures/findings/findings.ts';
import type { ProcedureAnswers } from '#contract/procedures/index.ts';
import { parseQuery } from '#domain/query/parse.ts';
import { hasEngagement } from '#db/tables/engagements.ts';
import { listRowsJson } from '#db/tables/findings/lists.ts';
import type { ServiceContext } from '#engine/context.ts';
import { noEngagement } from '#engine/record/engagements.ts';
import { keepAlteredValues } from '#engine/outbox/altered-values.ts';
import { createFindings, editFinding } from '#engine/outbox/edit.ts';
import { holdFindings } from '#engine/outbox/hold.ts';
import { redoEdit, undoEdit } from '#engine/outbox/undo-edit.ts';
import { readFinding } from '#engine/outbox/view/finding-read.ts';
import { viewFinding } from '#engine/outbox/view/finding-view.ts';
import { queuedView } from '#engine/outbox/view/operation-view.ts';
import { queryError, queryWhole } from '#engine/search/query.ts';
import {
  bulkDelete,
  bulkReview,
  deleteFindings,
  setStatus,
  type SelectionQueued,
} from '#features/bulk/selection.ts';
import { duplicateFinding } from '#features/findings/duplicate.ts';
import { markRead } from '#features/findings/read-marks.ts';
import { AnswerText, type HostStoreHandlers } from '../../rpc/dispatch.ts';

/** So many findings are read for a search by words before their text is indexed, which then takes as long. */
const maxRead = 200;

/** The host's procedures of findings. */
export const findingHandlers: HostStoreHandlers<typeof findingProcedures> = {
  'finding.list': (ctx, { project, query, sort, limit }) => {
    if (!hasEngagement(ctx.db, project)) throw noEngagement(project);
    const parsed = query === undefined ? null : parseQuery(query);
    if (parsed?.kind === 'broken') throw queryError(parsed);
    const findings = queryWhole(ctx.db, {
      project,
      query: parsed?.query,
      sort,
      limit,
      maxRead,
      nowMs: ctx.clock.wallMs(),
      profile: ctx.profile,
    });
    return new AnswerText(`{"rows":${listRowsJson(ctx.db, findings)}}`);
  },
  'finding.get': (ctx, { id }) => readFinding(ctx, id),
  'finding.edit': (ctx, { id, changes, seen }) => queuedView(ctx, editFinding(ctx, id, changes, seen)),
  'finding.create': (ctx, { project, records, op }) =>
    createFindings(ctx, project, records, op).map((row) => queuedView(ctx, row)),
  'finding.duplicate': (ctx, input) => queuedView(ctx, duplicateFinding(ctx, input)),
  'finding.delete': (ctx, { ids }) => deleteFindings(ctx, ids).map((row) => queuedView(ctx, row)),
  'finding.setStatus': (ctx, { status, selection }) => bulkView(ctx, setStatus(ctx, status, selection)),
  'finding.bulkDelete': (ctx, { selection }) => bulkView(ctx, bulkDelete(ctx, selection)),
  'finding.bulkReview': (ctx, { selection, ...payload }) =>
    bulkView(ctx, bulkReview(ctx, payload, selection)),
  'finding.hold': (ctx, { ids, held }) => holdFindings(ctx, ids, held),
  'finding.keep': (ctx, { ids }) => keepAlteredValues(ctx, ids),
  'finding.look': async (ctx, which, { signal }) => ({
    looked: await markRead(ctx, which, signal),
  }),
  'finding.undo': (ctx, { id }) => {
    undoEdit(ctx, id);
    return viewFinding(ctx, id);
  },
  'finding.redo': (ctx, { id }) => {
    redoEdit(ctx, id);
    return viewFinding(ctx, id);
  },
};

function bulkView(
  ctx: ServiceContext,
  { operations, leftOut }: SelectionQueued,
): ProcedureAnswers['finding.setStatus'] {
  return { operations: operations.map((row) => queuedView(ctx, row)), left_out: leftOut };
}
