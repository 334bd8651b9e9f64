import type { ReadableDb } from '#db/schema/types.ts';
import { hasEngagement } from '#db/tables/engagements.ts';
import { type RoundRow, readRound, roundsOf } from '#db/tables/reports/rounds.ts';
import { DossierError } from '#contract/error.ts';
import { noEngagement } from './engagements.ts';

/** The round that a person names by its number. @throws DossierError `not-found` */
export function roundNumbered(db: ReadableDb, project: string, number: number): RoundRow {
  const row = readRound(db, project, number);
  if (row !== null) return row;
  if (!hasEngagement(db, project)) throw noEngagement(project);
  const known = roundsOf(db, project).map((round) => String(round.number));
  const hint = known.length === 0 ? 'It has none yet.' : `It has ${known.join(', ')}.`;
  throw new DossierError('not-found', `There is no retest round ${String(number)} in ${project}. ${hint}`);
}
