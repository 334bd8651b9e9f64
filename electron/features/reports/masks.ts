import type { MaskedFinding } from '#contract/deliverable/masks.ts';
import type { ProcedureInput, ProcedureAnswers } from '#contract/procedures/index.ts';
import { maskedFinding } from '#domain/masking/snapshot.ts';
import { hasEngagement } from '#db/tables/engagements.ts';
import { knownIdentity, shownId } from '#db/tables/findings/records.ts';
import { readTransaction } from '#db/store/transaction.ts';
import type { ReadContext } from '#engine/context.ts';
import { noEngagement } from '#engine/record/engagements.ts';
import { effectiveRecord } from '#engine/record/list-rows.ts';
import { isLong, masksQuestion, type OpenLongTexts } from './long-texts.ts';
import { inPieces } from '#engine/schedule/yield-turn.ts';
import { chooseFindings, type ChosenFinding } from './selection.ts';
import { choicesOf, selectionFor } from './choices/settings.ts';

/**
 * What a report of an engagement would mask and omit now, by finding, in the order of the report: as requested, else as
 * set for the engagement.
 *
 * @throws DossierError `not-found` (no such engagement); what `signal` aborts with
 */
export async function reportMasks(
  { db, profile, clock }: ReadContext,
  { project, ...asked }: ProcedureInput<'report.masks'>,
  { signal, openLongTexts }: { readonly signal: AbortSignal; readonly openLongTexts: OpenLongTexts },
): Promise<ProcedureAnswers['report.masks']> {
  if (!hasEngagement(db, project)) throw noEngagement(project);
  const choice = { ...choicesOf(db, project), ...asked };
  const { printed } = readTransaction(db, () =>
    chooseFindings({ db, profile, clock }, project, selectionFor(db, project, asked)),
  );
  const masked: ProcedureAnswers['report.masks'][number][] = [];
  const long = openLongTexts(signal);
  const add = (shown: MaskedFinding | null): void => {
    if (shown !== null) masked.push(shown);
  };
  const look = ({ finding: row }: ChosenFinding): Promise<void> | undefined => {
    const finding = readTransaction(db, () => {
      const identity = knownIdentity(db, row);
      if (identity === null) return null;
      return { id: shownId(identity), record: effectiveRecord(db, identity.finding).effective };
    });
    if (finding === null) return undefined;
    const { id, record } = finding;
    if (isLong(record)) return long.ask(masksQuestion(id, record, choice)).then(add);
    add(maskedFinding(finding, choice));
    return undefined;
  };
  try {
    await inPieces(printed, { clock, signal }, look);
  } finally {
    long.close();
  }
  return masked;
}
