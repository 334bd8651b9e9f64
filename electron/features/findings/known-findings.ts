import type { ProcedureAnswers, ProcedureInput } from '#contract/procedures/index.ts';
import { assetIdentity } from '#domain/hosts/places.ts';
import { fold } from '#domain/text/words/fold.ts';
import { hasEngagement } from '#db/tables/engagements.ts';
import { comparedRows } from '#db/tables/findings/similar.ts';
import { findFinding } from '#db/tables/findings/records.ts';
import { reportRows } from '#db/tables/reports/preflight.ts';
import { readTransaction } from '#db/store/transaction.ts';
import type { ReadContext } from '#engine/context.ts';
import { noEngagement } from '#engine/record/engagements.ts';

/**
 * Which of these findings an engagement has already: by their identifier, then by title and an asset that both name. One
 * that is gone is not known.
 *
 * @throws DossierError `not-found`
 */
export function knownFindings(
  { db }: Pick<ReadContext, 'db'>,
  { project, findings }: ProcedureInput<'finding.known'>,
): ProcedureAnswers['finding.known'] {
  return readTransaction(db, () => {
    if (!hasEngagement(db, project)) throw noEngagement(project);
    const rows = comparedRows(
      db,
      reportRows(db, project).map(({ finding }) => finding),
    );
    const byRow = new Map(rows.map((row) => [row.finding, row.id]));
    const byPlace = new Map<string, string>();
    for (const { id, title, asset } of rows.toReversed()) {
      for (const place of placesOf(title, asset)) byPlace.set(place, id);
    }
    return findings.map(({ id, title, asset }) => {
      const named = id === null ? null : findFinding(db, id);
      const same = named === null ? undefined : byRow.get(named.finding);
      return same ?? placesOf(title, asset).flatMap((place) => byPlace.get(place) ?? [])[0] ?? null;
    });
  });
}

/** A title on each of its assets, or on none. */
function placesOf(title: string, assets: readonly string[]): string[] {
  const named = folded(title);
  if (named === '') return [];
  const places = assets.length === 0 ? [''] : assets.map((asset) => folded(assetIdentity(asset)));
  return places.map((place) => JSON.stringify([named, place]));
}

function folded(text: string): string {
  return fold(text.trim().replace(/\s+/gu, ' '));
}
