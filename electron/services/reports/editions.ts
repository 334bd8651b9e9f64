import { DossierError } from '#contract/error.ts';
import type { Edition, EditionAnswers } from '#contract/editions.ts';
import { ReportOptions, reportFormats, ReportSnapshot } from '#contract/report.ts';
import { compareEditions } from '#core/editions.ts';
import { parseJson } from '#core/json.ts';
import { listEditions, readEditionSnapshot, type EditionHead } from '#db/editions.ts';
import { hasEngagement } from '#db/engagements.ts';
import { findFinding } from '#db/records.ts';
import { readTransaction } from '#db/transaction.ts';
import type { ReadableDb } from '#db/types.ts';
import type { Reading } from '../context.ts';
import { noEngagement } from '../findings/edit.ts';

/** Every deliverable of an engagement, the newest first. @throws DossierError `not-found` */
export function editionsOf({ db }: Pick<Reading, 'db'>, project: string): readonly Edition[] {
  if (!hasEngagement(db, project)) throw noEngagement(project);
  return listEditions(db, project).map(editionView);
}

/**
 * What is new, changed and gone from one edition to another. A finding that had a local name in the earlier one and the
 * service's in the later one is the same finding.
 *
 * @throws DossierError `not-found`, `damaged-store` (an edition that cannot be read)
 */
export function compareEditionsOf(
  { db }: Pick<Reading, 'db'>,
  { project, from, to }: { readonly project: string; readonly from: number; readonly to: number },
): EditionAnswers['edition.compare'] {
  return readTransaction(db, () => {
    if (!hasEngagement(db, project)) throw noEngagement(project);
    const findingsOf = (edition: number) => frozenFindings(db, project, edition).findings;
    return { project, from, to, ...compareEditions(findingsOf(from), findingsOf(to), sameFinding(db)) };
  });
}

/**
 * What an edition was made from: its findings, and when that was.
 *
 * @throws DossierError `not-found`, `internal` (an edition that cannot be read)
 */
export function frozenFindings(
  db: ReadableDb,
  project: string,
  edition: number,
): { readonly findings: ReportSnapshot['findings']; readonly createdAt: string } {
  const text = readEditionSnapshot(db, project, edition);
  if (text === null) throw new DossierError('not-found', `${project} has no edition ${String(edition)}.`);
  const parsed = parseJson(text);
  const snapshot = ReportSnapshot.safeParse(parsed.kind === 'ok' ? parsed.value : null);
  if (!snapshot.success) {
    throw new DossierError('internal', `What edition ${String(edition)} was made from cannot be read.`);
  }
  return { findings: snapshot.data.findings, createdAt: snapshot.data.generatedAt };
}

/** Gives both names of a finding, the local one and the service's, one key. */
export function sameFinding(db: ReadableDb): (id: string) => string {
  return (id) => {
    const known = findFinding(db, id);
    return known === null ? id : `row ${String(known.finding)}`;
  };
}

function editionView({ optionsJson, format, ...head }: EditionHead): Edition {
  const options = parseJson(optionsJson);
  const made = ReportOptions.safeParse(options.kind === 'ok' ? options.value : null).data;
  const { draft = false, encrypted = false } = made ?? {};
  return { ...head, draft, encrypted, format: reportFormats.find((known) => known === format) ?? 'pdf' };
}
