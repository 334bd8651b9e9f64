import { DossierError } from '#contract/error.ts';
import type { FindingRow } from '#contract/finding/finding.ts';
import type { ProcedureInput } from '#contract/procedures/index.ts';
import { verdicts, type Round, type RoundFinding, type Verdict } from '#contract/deliverable/rounds.ts';
import { stringify } from '#domain/base/json.ts';
import { hasEngagement } from '#db/tables/engagements.ts';
import { recordHistory } from '#db/tables/findings/history.ts';
import {
  countVerdicts,
  deleteRound,
  imagesOfRound,
  insertRound,
  roundsOf,
  verdictsOf,
  writeRound,
  type RoundRow,
} from '#db/tables/reports/rounds.ts';
import { readTransaction, transaction } from '#db/store/transaction.ts';
import { windowRows } from '#db/tables/findings/window-rows.ts';
import { nowIso, type ReadContext, type ServiceContext } from '#engine/context.ts';
import { noEngagement } from '#engine/record/engagements.ts';
import { queryFindings } from '#engine/search/query.ts';
import { barredFindings } from './eligible.ts';
import { given } from '#engine/record/given-verdict.ts';
import { roundNumbered } from '#engine/record/rounds.ts';

/** The rounds of an engagement with how far each is. @throws DossierError `not-found` */
export function listRounds(ctx: Pick<ReadContext, 'db' | 'profile'>, project: string): Round[] {
  const { db } = ctx;
  if (!hasEngagement(db, project)) throw noEngagement(project);
  return readTransaction(db, () => {
    const barred = barredFindings(ctx, project);
    return roundsOf(db, project).map((row) => roundView(ctx, row, barred));
  });
}

/** A round and what it says of every finding that can have a verdict or has one, most severe first. @throws DossierError `not-found` */
export function showRound(
  ctx: ReadContext,
  { project, round: number }: ProcedureInput<'round.show'>,
): { round: Round; findings: RoundFinding[] } {
  const { db, clock, profile } = ctx;
  return readTransaction(db, () => {
    const row = roundNumbered(db, project, number);
    const barred = barredFindings(ctx, project);
    const said = new Map<number, RoundFinding['given']>(
      verdictsOf(db, row.round).map((verdict) => [verdict.finding, given(verdict)]),
    );
    const listed = queryFindings(db, { project, nowMs: clock.wallMs(), profile }).findings;
    const shown = [...listed].filter((finding) => !barred.has(finding as FindingRow) || said.has(finding));
    const findings = windowRows(db, shown).map(({ row: finding, id, title, severity }) => ({
      id,
      title,
      severity,
      given: said.get(finding) ?? null,
    }));
    return { round: roundView(ctx, row, barred), findings };
  });
}

/** Adds a round behind the others. @throws DossierError `not-found`, `invalid` (it ends before it begins) */
export function addRound(
  ctx: ServiceContext,
  { project, name, begins, ends, note }: ProcedureInput<'round.add'>,
): Round {
  const { db } = ctx;
  return transaction(db, () => {
    if (!hasEngagement(db, project)) throw noEngagement(project);
    refuseBackwards(begins, ends);
    const number = insertRound(db, { project, name: name ?? '', begins, ends, note });
    const row = roundNumbered(db, project, number);
    if (name === undefined) writeRound(db, { ...row, name: `Retest ${String(number)}` });
    return roundView(ctx, roundNumbered(db, project, number));
  });
}

/** Writes what is said of a round. @throws DossierError `not-found`, `invalid` (it ends before it begins) */
export function changeRound(
  ctx: ServiceContext,
  { project, round: number, ...changes }: ProcedureInput<'round.change'>,
): Round {
  const { db } = ctx;
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
    return roundView(ctx, changed);
  });
}

/**
 * Removes a round. Its verdicts stay in the histories of their findings; its images are gone, from the
 * backups too.
 *
 * @param wipe destroys the bytes of an image everywhere but in the store
 * @throws DossierError `not-found`; `wrong-state` if it holds verdicts or images, and the user has not agreed
 *   to lose them
 */
export function removeRound(
  ctx: ServiceContext,
  { project, round: number, loseVerdicts }: ProcedureInput<'round.remove'>,
  wipe: (evidence: string) => void,
): { verdicts: number; images: number } {
  const { db } = ctx;
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
      recordHistory(db, finding, { at: nowIso(ctx), what: 'verdict', detailJson });
    }
    deleteRound(db, row.round);
    return { verdicts: held.length, images };
  });
}

function roundView(
  ctx: Pick<ReadContext, 'db' | 'profile'>,
  row: RoundRow,
  barred = barredFindings(ctx, row.project),
): Round {
  const { db } = ctx;
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
