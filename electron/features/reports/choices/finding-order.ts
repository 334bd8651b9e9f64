import type { ProcedureInput } from '#contract/procedures/index.ts';
import type { SelectedFindings } from '#contract/deliverable/selection.ts';
import { DossierError } from '#contract/error.ts';
import { hasEngagement } from '#db/tables/engagements.ts';
import { removeNumbers, removePlaces, writePlaces } from '#db/tables/reports/report-findings.ts';
import { transaction } from '#db/store/transaction.ts';
import type { ServiceContext } from '#engine/context.ts';
import { findingNamed } from '#engine/outbox/edit.ts';
import { noEngagement } from '#engine/record/engagements.ts';
import { chooseIfPossible, choiceView, type ReportFindings } from '../selection.ts';
import { choicesOf } from './settings.ts';

/**
 * Puts a finding at a place within its severity. From then on that severity stands in the order by hand; findings that come
 * later follow by score.
 *
 * @throws DossierError `not-found` (engagement, finding), `invalid` (a finding of another engagement)
 */
export function moveInReport(
  ctx: ServiceContext,
  { project, finding: id, place }: ProcedureInput<'report.move'>,
): SelectedFindings {
  return changed(ctx, project, () => {
    const { finding } = findingNamed(ctx, id);
    const { all } = choiceNow(ctx, project);
    const moved = all.find((one) => one.finding === finding);
    if (moved === undefined) {
      throw new DossierError(
        'invalid',
        `${id} is not among the findings of ${project} that a report can print.`,
      );
    }
    const { severityKey: severity } = moved;
    const others = all.filter((one) => one.severityKey === severity && one !== moved);
    const order = others.toSpliced(place - 1, 0, moved);
    writePlaces(
      ctx.db,
      { project, severity },
      order.map((one) => one.finding),
    );
  });
}

/** Gives up the order by hand. @throws DossierError `not-found` */
export function resetReportOrder(ctx: ServiceContext, project: string): SelectedFindings {
  return changed(ctx, project, () => {
    removePlaces(ctx.db, project);
  });
}

/** Forgets the numbers that went out: the next edition counts anew, in its order. @throws DossierError `not-found` */
export function renumberReport(ctx: ServiceContext, project: string): SelectedFindings {
  return changed(ctx, project, () => {
    removeNumbers(ctx.db, project);
  });
}

function changed(ctx: ServiceContext, project: string, change: () => void): SelectedFindings {
  return transaction(ctx.db, () => {
    if (!hasEngagement(ctx.db, project)) throw noEngagement(project);
    change();
    return choiceView(choiceNow(ctx, project));
  });
}

function choiceNow(ctx: ServiceContext, project: string): ReportFindings {
  return chooseIfPossible(ctx, project, choicesOf(ctx.db, project));
}
