import type { ProcedureAnswers } from '#contract/procedures/index.ts';
import { DossierError } from '#contract/error.ts';
import type { Json } from '#contract/json.ts';
import type { Edition, EditionDifferences } from '#contract/procedures/deliverables/editions.ts';
import { reportFormats } from '#contract/deliverable/choices.ts';
import { ReportFinding, ReportOptions, ReportSnapshot } from '#contract/deliverable/report.ts';
import type { TemplateName } from '#contract/deliverable/template.ts';
import type { ReportGrouping } from '#contract/deliverable/choices.ts';
import { compareEditions, type FrozenFinding } from '#domain/deliverable/editions.ts';
import { frozenFindings } from '#domain/deliverable/frozen-findings.ts';
import { groupingOf } from '#domain/deliverable/selection.ts';
import { reportDay } from '#domain/deliverable/placeholders.ts';
import { parseJson } from '#domain/base/json.ts';
import {
  listEditions,
  readEdition,
  readEditionSnapshot,
  type EditionHead,
} from '#db/tables/reports/editions.ts';
import { hasEngagement } from '#db/tables/engagements.ts';
import { findFinding } from '#db/tables/findings/records.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import type { ReadContext } from '#engine/context.ts';
import { noEngagement } from '#engine/record/engagements.ts';
import { inPieces, type Pace } from '#engine/schedule/yield-turn.ts';
import { snapshotLines } from './snapshot-serializer.ts';

/** Every deliverable of an engagement, the newest first. @throws DossierError `not-found` */
export function editionsOf({ db }: Pick<ReadContext, 'db'>, project: string): readonly Edition[] {
  if (!hasEngagement(db, project)) throw noEngagement(project);
  return listEditions(db, project).map(editionView);
}

/**
 * What is new, changed and gone from one edition to another. A finding that had a local name in the earlier one and the
 * service's in the later one is the same finding.
 *
 * @throws DossierError `not-found`, `internal` (an edition that cannot be read); what `signal` aborts with
 */
export async function compareEditionsOf(
  { db, clock }: Pick<ReadContext, 'db' | 'clock'>,
  { project, from, to }: { readonly project: string; readonly from: number; readonly to: number },
  signal: AbortSignal,
): Promise<ProcedureAnswers['edition.compare']> {
  if (!hasEngagement(db, project)) throw noEngagement(project);
  const pace = { clock, signal };
  const earlier = await frozenEdition(db, project, from, pace);
  const later = await frozenEdition(db, project, to, pace);
  const templates = { from: earlier.template, to: later.template };
  const groupings = { from: earlier.grouping, to: later.grouping };
  return {
    project,
    from,
    to,
    templates,
    groupings,
    ...(await compared(db, earlier.findings, later.findings, pace)),
  };
}

/** The same between two lists of findings. @throws what `pace.signal` aborts with */
export async function compared(
  db: ReadableDb,
  from: readonly FrozenFinding[],
  to: readonly FrozenFinding[],
  pace: Pace,
): Promise<EditionDifferences> {
  // Both names of a finding, the local one and the service's, have one key.
  const keys = new Map<string, string>();
  await inPieces([...from, ...to], pace, ({ id }) => {
    if (keys.has(id)) return;
    const known = findFinding(db, id);
    keys.set(id, known === null ? id : `row ${String(known.finding)}`);
  });
  return compareEditions(from, to, (id) => keys.get(id) ?? id);
}

/**
 * What an edition says of its findings, and the day that it bears.
 *
 * @throws DossierError `not-found`, `internal` (an edition that cannot be read); what `pace.signal` aborts with
 */
export async function frozenEdition(
  db: ReadableDb,
  project: string,
  edition: number,
  pace: Pace,
): Promise<{
  readonly template: TemplateName;
  readonly grouping: ReportGrouping | null;
  readonly day: string;
  readonly findings: readonly FrozenFinding[];
}> {
  const snapshot = await frozenSnapshot(db, project, edition, pace);
  const options = optionsOf(readEdition(db, project, edition)?.optionsJson ?? '');
  const { template = 'technical' } = options;
  const findings = frozenFindings(snapshot, options);
  return { template, grouping: groupingOf(options), day: reportDay(snapshot), findings };
}

/** How an edition was made; nothing if that cannot be read. */
export function optionsOf(optionsJson: string): Partial<ReportOptions> {
  const options = parseJson(optionsJson);
  return ReportOptions.safeParse(options.kind === 'ok' ? options.value : null).data ?? {};
}

/**
 * What an edition was made from, read piece by piece.
 *
 * @throws DossierError `not-found`, `internal` (an edition that cannot be read); what `pace.signal` aborts with
 */
async function frozenSnapshot(
  db: ReadableDb,
  project: string,
  edition: number,
  pace: Pace,
): Promise<ReportSnapshot> {
  const text = readEditionSnapshot(db, project, edition);
  if (text === null) throw new DossierError('not-found', `${project} has no edition ${String(edition)}.`);
  const unreadable = new DossierError(
    'internal',
    `What edition ${String(edition)} was made from cannot be read.`,
  );
  const read = <T>(json: string, shaped: (value: Json) => T | undefined): T => {
    const parsed = parseJson(json);
    const data = parsed.kind === 'ok' ? shaped(parsed.value) : undefined;
    if (data === undefined) throw unreadable;
    return data;
  };
  const { head, findings } = snapshotLines(text);
  const snapshot = read(head, (value) => ReportSnapshot.safeParse(value).data);
  const frozen = [...snapshot.findings];
  await inPieces(findings, pace, (json) =>
    frozen.push(read(json, (value) => ReportFinding.safeParse(value).data)),
  );
  return { ...snapshot, findings: frozen };
}

function editionView({ optionsJson, format, ...head }: EditionHead): Edition {
  const { draft = false, encrypted = false } = optionsOf(optionsJson);
  return { ...head, draft, encrypted, format: reportFormats.find((known) => known === format) ?? 'pdf' };
}
