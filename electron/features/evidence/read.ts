import type { ProcedureAnswers, ProcedureInput } from '#contract/procedures/index.ts';
import { DossierError } from '#contract/error.ts';
import { annotations, type Annotation } from '#contract/finding/annotation.ts';
import type { FindingRow } from '#contract/finding/finding.ts';
import type { Evidence, EvidenceUse } from '#contract/finding/evidence.ts';
import { fieldsOfImages, placedImages } from '#domain/finding/placed-images.ts';
import { imageNamed, referenceName, type NamedImage } from '#domain/text/references/evidence-address.ts';
import {
  evidenceOf,
  readContent,
  readEvidence,
  readPicture,
  roundOfImage,
  type EvidenceRow,
} from '#db/tables/findings/evidence.ts';
import { readIdentity, shownId, type IdentityRow } from '#db/tables/findings/records.ts';
import { verdictsOn } from '#db/tables/reports/rounds.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import type { ReadContext, ServiceContext } from '#engine/context.ts';
import { findingNamed } from '#engine/outbox/edit.ts';
import { effectiveRecord } from '#engine/record/list-rows.ts';
import { roundNumbered } from '#engine/record/rounds.ts';

/** Whose images: those of a finding, or of what a round of retests (by its number) found out about it. */
export interface EvidencePlace {
  readonly id: string;
  readonly round?: number | undefined;
}

/** The images of a finding or of its round in their order, without their bytes. @throws DossierError `not-found` */
export function listEvidence(ctx: Pick<ReadContext, 'db'>, at: EvidencePlace): Evidence[] {
  const { finding, round } = evidencePlace(ctx, at);
  return viewsOf(ctx.db, finding, round);
}

/** The rows that a place of images stands for. @throws DossierError `not-found` */
export function evidencePlace(
  ctx: Pick<ReadContext, 'db'>,
  { id, round: number }: EvidencePlace,
): { readonly identity: IdentityRow; readonly finding: FindingRow; readonly round: number | null } {
  const identity = findingNamed(ctx, id);
  const { finding, project } = identity;
  const round = number === undefined ? null : roundNumbered(ctx.db, project, number).round;
  return { identity, finding, round };
}

/**
 * The bytes of an image as it is shown and printed, or with `original` without its annotations.
 *
 * @throws DossierError `not-found`, also if a repair could not rescue them
 */
export function evidenceContent(
  ctx: ServiceContext,
  { evidence, original = false }: ProcedureInput<'evidence.content'>,
): ProcedureAnswers['evidence.content'] {
  const { type } = evidenceNamed(ctx, evidence);
  const content = original ? readContent(ctx.db, evidence) : readPicture(ctx.db, evidence);
  if (content === null) {
    throw new DossierError(
      'not-found',
      'The pixels of this image were lost when the store was damaged. Remove it, and add the file again.',
    );
  }
  return { type, content: Buffer.from(content).toString('base64') };
}

/** The image of this name. @throws DossierError `not-found` */
export function evidenceNamed(ctx: Pick<ReadContext, 'db'>, evidence: string): EvidenceRow {
  const row = readEvidence(ctx.db, evidence);
  if (row === null) throw new DossierError('not-found', 'This image is not here any more.');
  return row;
}

/** An image as it crosses the boundary. @throws DossierError `not-found` */
export function evidenceView(ctx: Pick<ReadContext, 'db'>, evidence: string): Evidence {
  const { finding } = evidenceNamed(ctx, evidence);
  const view = viewsOf(ctx.db, finding, roundOfImage(ctx.db, evidence)).find(
    (one) => one.evidence === evidence,
  );
  if (view === undefined) throw new Error('an image is not among those of its finding');
  return view;
}

/** The images of a finding or of a round of it: the finding by the id that the user knows, each with the texts that place it. */
function viewsOf(db: ReadableDb, finding: FindingRow, round: number | null): Evidence[] {
  const rows = evidenceOf(db, finding, round);
  if (rows.length === 0) return [];
  const id = shownId(readIdentity(db, finding));
  const names = rows.map(named);
  const uses = usesOfImages(db, finding);
  return rows.map(({ annotationsJson, ...row }) => ({
    ...row,
    annotations: storedAnnotations(annotationsJson),
    finding: id,
    name: referenceName(named(row), names),
    usedIn: uses.get(row.evidence) ?? [],
  }));
}

/** The layers of an image as they are stored. */
export function storedAnnotations(annotationsJson: string | null): Annotation[] {
  return annotationsJson === null ? [] : annotations.parse(JSON.parse(annotationsJson));
}

/** Which texts of a finding place each of its images; of what a round says, that round's images first, as in the report. */
export function usesOfImages(
  db: ReadableDb,
  finding: FindingRow,
): ReadonlyMap<string, readonly EvidenceUse[]> {
  const own = evidenceOf(db, finding).map(named);
  const { effective } = effectiveRecord(db, finding);
  const uses = new Map<string, readonly EvidenceUse[]>(fieldsOfImages(effective, own));
  for (const { round, text } of verdictsOn(db, finding).values()) {
    const known = [...evidenceOf(db, finding, round).map(named), ...own];
    for (const { name } of placedImages(text)) {
      const evidence = imageNamed(known, name)?.evidence;
      const before = evidence === undefined ? undefined : (uses.get(evidence) ?? []);
      if (evidence !== undefined && before?.includes('retest') === false) {
        uses.set(evidence, [...before, 'retest']);
      }
    }
  }
  return uses;
}

/** A row by what texts call it by. */
export function named({
  evidence,
  originalName,
}: Pick<EvidenceRow, 'evidence' | 'originalName'>): NamedImage {
  return { evidence, name: originalName };
}
