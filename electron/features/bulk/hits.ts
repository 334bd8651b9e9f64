import type { BulkHit, BulkHits } from '#contract/procedures/findings/bulk.ts';
import { textFields, type FindingRow } from '#contract/finding/finding.ts';
import { contextOf, markupOf } from '#domain/finding/replace/replace.ts';
import type { FieldReplacement } from '#domain/finding/replace/replaceable.ts';
import { hasEngagement } from '#db/tables/engagements.ts';
import type { ServiceContext } from '#engine/context.ts';
import { noEngagement } from '#engine/record/engagements.ts';
import { repeatBriefly, yieldTurn } from '#engine/schedule/yield-turn.ts';
import { plannerOf, type Planned } from './plan.ts';
import { replacerOf, type Replacement } from './replace.ts';
import { namedFindings } from './results.ts';
import { unpackRows } from '#engine/search/pack-rows.ts';

/** So many findings with hits, and so many hits of one field, are shown at once. */
const findingsAtOnce = 20;
const hitsOfOneField = 100;

/**
 * The places where a replacement finds its text, with what stands around them, for the next findings of a selection
 * that have any. What was taken out is shown too, for it can be put back; so is what stays because of a rule.
 *
 * @throws DossierError `not-found`, `invalid`; what the signal aborts with
 */
export async function findHits(
  ctx: ServiceContext,
  ask: { project: string; rows: string; action: Replacement; from: number },
  signal: AbortSignal,
): Promise<BulkHits> {
  const { project, action } = ask;
  if (!hasEngagement(ctx.db, project)) throw noEngagement(project);
  const findings = unpackRows(ask.rows);
  const planner = plannerOf(ctx, project, { ...action, except: [] });
  const inFinding = replacerOf(action);
  const found: { row: number; fields: BulkHits['findings'][number]['fields'] }[] = [];
  let at = ask.from;
  while (at < findings.length && found.length < findingsAtOnce) {
    repeatBriefly(ctx, () => {
      const row = findings[at];
      if (row === undefined || found.length >= findingsAtOnce) return false;
      at += 1;
      const planned = planner(row as FindingRow);
      if (hasHits(planned)) {
        found.push({ row, fields: inFinding(row, planned.effective).fields.map(shownField) });
      }
      return true;
    });
    await yieldTurn({ clock: ctx.clock, signal });
  }
  const names = namedFindings(
    ctx,
    found.map(({ row }) => row),
  );
  return {
    findings: names.map((name, index) => ({ ...name, fields: found[index]?.fields ?? [] })),
    next: at < findings.length ? at : null,
  };
}

/** Whether it would be changed, or would be but for a rule. */
function hasHits({ plan, hits }: Planned): boolean {
  return plan.kind === 'edit' || (plan.kind === 'left' && plan.reason === 'rule' && hits.count > 0);
}

function shownField({
  field,
  fingerprint,
  found,
  texts,
}: FieldReplacement): BulkHits['findings'][number]['fields'][number] {
  const marked: readonly string[] = textFields;
  const hits: BulkHit[] = [];
  for (const { part, text, hits: places, first, why } of texts) {
    if (hits.length >= hitsOfOneField) break;
    const inMarkup = marked.includes(field) ? markupOf(text) : () => false;
    for (const [at, place] of places.slice(0, hitsOfOneField - hits.length).entries()) {
      const match = text.slice(place.start, place.end);
      hits.push({ hit: first + at, part, why, ...contextOf(text, place), match, markup: inMarkup(place) });
    }
  }
  return { field, fingerprint, found, hits };
}
