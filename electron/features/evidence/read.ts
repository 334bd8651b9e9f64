import type { ProcedureAnswers } from '#contract/procedures/index.ts';
import { DossierError } from '#contract/error.ts';
import type { FindingRow } from '#contract/finding.ts';
import type { Evidence } from '#contract/window.ts';
import type { NamedImage } from '#domain/text/evidence-address.ts';
import { evidenceOf, readContent, readEvidence, type EvidenceRow } from '#db/tables/findings/evidence.ts';
import { readIdentity, shownId, type IdentityRow } from '#db/tables/findings/records.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import type { ReadContext, ServiceContext } from '#engine/context.ts';
import { findingNamed } from '#engine/outbox/edit.ts';
import { roundNumbered } from '#engine/record/rounds.ts';

/** Whose images: those of a finding, or of what a round of retests (by its number) found out about it. */
export interface EvidencePlace {
  readonly id: string;
  readonly round?: number | undefined;
}

/** The images of a finding or of its round in their order, without their bytes. @throws DossierError `not-found` */
export function listEvidence(ctx: Pick<ReadContext, 'db'>, at: EvidencePlace): Evidence[] {
  const { finding, round } = evidencePlace(ctx, at);
  return evidenceOf(ctx.db, finding, round).map((row) => evidenceView(ctx.db, row));
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

/** The bytes of an image. @throws DossierError `not-found`, also where a repair could not rescue them */
export function evidenceContent(ctx: ServiceContext, evidence: string): ProcedureAnswers['evidence.content'] {
  const { type } = evidenceNamed(ctx, evidence);
  const content = readContent(ctx.db, evidence);
  if (content === null) {
    throw new DossierError(
      'not-found',
      'The pixels of this image were lost when the store was damaged. Remove it, and add the file again.',
    );
  }
  return { type, content: Buffer.from(content).toString('base64') };
}

/** The image of this name. @throws DossierError `not-found` */
export function evidenceNamed(ctx: ServiceContext, evidence: string): EvidenceRow {
  const row = readEvidence(ctx.db, evidence);
  if (row === null) throw new DossierError('not-found', 'This image is not here any more.');
  return row;
}

/** A row as it crosses the boundary: its finding by the identifier that a person knows it by. */
export function evidenceView(db: ReadableDb, row: EvidenceRow): Evidence {
  return { ...row, finding: shownId(readIdentity(db, row.finding)) };
}

/** A row by what texts call it by. */
export function named({ evidence, originalName }: EvidenceRow): NamedImage {
  return { evidence, name: originalName };
}
