import { DossierError } from '#contract/error.ts';
import type { FindingRow } from '#contract/finding.ts';
import type { ProcedureInput } from '#contract/procedures/index.ts';
import { verdicts, type Round, type RoundFinding, type Verdict } from '#contract/rounds.ts';
import { stringify } from '#domain/base/json.ts';
import { hasEngagement } from '#db/tables/engagements.ts';
import { recordHistory } from '#db/tables/history.ts';
import {
  countVerdicts,
  deleteRound,
  imagesOfRound,
  insertRound,
  readRound,
  roundsOf,
  verdictsOf,
  writeRound,
  type RoundRow,
} from '#db/tables/rounds.ts';
import { readTransaction, transaction } from '#db/store/transaction.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import { windowRows } from '#db/tables/window-rows.ts';
import { nowIso, type Reading, type Workplace } from '#engine/context.ts';
import { noEngagement } from '#engine/outbox/edit.ts';
import { queryFindings } from '#engine/search/query.ts';
import { barredFindings } from './eligible.ts';
import { given } from '#engine/record/given-verdict.ts';

/** The rounds of an engagement with how far each is. @throws DossierError `not-found` */
export function listRounds(place: Pick<Reading, 'db' | 'profile'>, project: string): Round[] {
  const { db } = place;
  if (!hasEngagement(db, project)) throw noEngagement(project);
  return readTransaction(db, () => {
    const barred = barredFindings(place, project);
    return roundsOf(db, project).map((row) => roundView(place, row, barred));
  });
}

/** A round and what it says of every finding that can have a verdict or has one, most severe first. @throws DossierError `not-found` */
export function showRound(
  place: Reading,
  { project, round: number }: ProcedureInput<'round.show'>,
): { round: Round; findings: RoundFinding[] } {
  const { db, clock, profile } = place;
  return readTransaction(db, () => {
    const row = roundNumbered(db, project, number);
    const barred = barredFindings(place, project);
    const said = new Map<number, RoundFinding['given']>(
      verdictsOf(db, row.round).map((verdict) => [verdict.finding, given(verdict)]),
    );
    const listed = queryFindings(db, { project, nowMs: clock.wallMs(), profile }).findings;
    const shown = [...listed].filter((finding) => !barred.has(finding as FindingRow) || said.has(finding));
    const findings = windowRows(db, shown).map(({ row: finding, id, title, severity }) => ({
      ...{ id, title, severity },
      given: said.get(finding) ?? null,
    }));
    return { round: roundView(place, row, barred), findings };
  });
}

/** Adds a round behind the others. @throws DossierError `not-found`, `invalid` (it ends before it begins) */
export function addRound(
  place: Workplace,
  { project, name, begins, ends, note }: ProcedureInput<'round.add'>,
): Round {
  const { db } = place;
  return transaction(db, () => {
    if (!hasEngagement(db, project)) throw noEngagement(project);
    refuseBackwards(begins, ends);
    const number = insertRound(db, { project, name: name ?? '', begins, ends, note });
    const row = roundNumbered(db, project, number);
    if (name === undefined) writeRound(db, { ...row, name: `Retest ${String(number)}` });
    return roundView(place, roundNumbered(db, project, number));
  });
}

/** Writes what is said of a round. @throws DossierError `not-found`, `invalid` (it ends before it begins) */
export function changeRound(
  place: Workplace,
  { project, round: number, ...changes }: ProcedureInput<'round.change'>,
): Round {
  const { db } = place;
  return transaction(db, () => {
    const row = roundNumbered(db, project, number);
    const changed = {
      ...row,
      name: changes.name ?? row.name,
      begins: changes.begins ?? row.begins,
      ends: changes.ends ?? row.ends,
      note: changes.note ?? row.note,
    };
    refuseBackwards(changed.begins, changed.ends);
    writeRound(db, changed);
    return roundView(place, changed);
  });
}

/**
 * Removes a round. Its verdicts stay in the histories of their findings; its images are gone, from the backups too.
 *
 * @param wipe destroys the bytes of an image everywhere but in the store
 * @throws DossierError `not-found`, `wrong-state` (it holds verdicts or images, and nobody agreed to lose them)
 */
export function removeRound(
  place: Workplace,
  { project, round: number, loseVerdicts }: ProcedureInput<'round.remove'>,
  wipe: (evidence: string) => void,
): { verdicts: number; images: number } {
  const { db } = place;
  const { round } = roundNumbered(db, project, number);
  if (loseVerdicts) for (const evidence of imagesOfRound(db, round)) wipe(evidence);
  return transaction(db, () => {
    const row = roundNumbered(db, project, number);
    const held = verdictsOf(db, row.round);
    const images = imagesOfRound(db, row.round).length;
    if (!loseVerdicts && held.length + images > 0) throw holdsVerdicts(row, held.length, images);
    for (const { finding, verdict, text } of held) {
      const fields = { verdict: { was: verdict }, ...(text === '' ? {} : { text: { was: text } }) };
      const detailJson = stringify({ round: row.name, gone: true, fields });
      recordHistory(db, finding, { at: nowIso(place), what: 'verdict', detailJson });
    }
    deleteRound(db, row.round);
    return { verdicts: held.length, images };
  });
}

/** The round that a person names by its number. @throws DossierError `not-found` */
export function roundNumbered(db: ReadableDb, project: string, number: number): RoundRow {
  const row = readRound(db, project, number);
  if (row !== null) return row;
  if (!hasEngagement(db, project)) throw noEngagement(project);
  const known = roundsOf(db, project).map((round) => String(round.number));
  const hint = known.length === 0 ? 'There is none yet.' : `There is ${known.join(', ')}.`;
  throw new DossierError('not-found', `There is no retest round ${String(number)} in ${project}. ${hint}`);
}

function roundView(
  place: Pick<Reading, 'db' | 'profile'>,
  row: RoundRow,
  barred = barredFindings(place, row.project),
): Round {
  const { db } = place;
  const { number, name, begins, ends, note } = row;
  const { counts: counted, findings } = countVerdicts(db, row);
  const counts = perVerdict((verdict) => counted.get(verdict) ?? 0);
  const given = verdicts.reduce((sum, verdict) => sum + counts[verdict], 0);
  const images = imagesOfRound(db, row.round).length;
  // Candidates and rejected findings are nobody's work in a retest.
  const judged = barred.size === 0 ? [] : verdictsOf(db, row.round).map(({ finding }) => finding);
  const idle = barred.size - judged.filter((finding) => barred.has(finding)).length;
  return { number, name, begins, ends, note, counts, none: findings - given - idle, images };
}

/** A number for each verdict. */
export function perVerdict(count: (verdict: Verdict) => number): Record<Verdict, number> {
  return {
    fixed: count('fixed'),
    partly: count('partly'),
    open: count('open'),
    'not-retested': count('not-retested'),
  };
}

function refuseBackwards(begins: string, ends: string): void {
  if (begins === '' || ends === '' || begins <= ends) return;
  throw new DossierError('invalid', `A round cannot end (${ends}) before it begins (${begins}).`);
}

function holdsVerdicts({ number }: RoundRow, held: number, images: number): DossierError {
  const parts = [
    ...(held === 0 ? [] : [`${String(held)} ${held === 1 ? 'verdict' : 'verdicts'}`]),
    ...(images === 0 ? [] : [`${String(images)} ${images === 1 ? 'image' : 'images'}`]),
  ];
  return new DossierError(
    'wrong-state',
    `Round ${String(number)} holds ${parts.join(' and ')}, which would be lost.`,
  );
}
