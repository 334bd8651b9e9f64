import { DossierError } from '#contract/error.ts';
import type { FindingRow } from '#contract/finding/finding.ts';
import type { JsonObject } from '#contract/json.ts';
import type { ProcedureInput } from '#contract/procedures/index.ts';
import type { Evidence } from '#contract/finding/evidence.ts';
import { stringify } from '#domain/base/json.ts';
import type { TakenImage } from '#domain/images/image.ts';
import {
  deleteEvidence,
  evidenceOf,
  keepAnnotations,
  orderEvidence,
  readEvidence,
  replacePixels,
  type EvidenceRow,
} from '#db/tables/findings/evidence.ts';
import { recordHistory } from '#db/tables/findings/history.ts';
import { readRecord, type IdentityRow } from '#db/tables/findings/records.ts';
import { giveToRound } from '#db/tables/reports/rounds.ts';
import { transaction } from '#db/store/transaction.ts';
import { nowIso, type ServiceContext } from '#engine/context.ts';
import { putEvidence } from '#engine/record/put-evidence.ts';
import { carriedAnnotations, type DrawAnnotations } from './annotate.ts';
import { evidenceNamed, evidencePlace, evidenceView, listEvidence } from './read.ts';

/*
 * Evidence belongs to the row of its finding, not to the service's record: it survives adoption, deletion and
 * disappearance, until the user removes it. No operation carries it, so it is never sent.
 */

/** Destroys the bytes of an image everywhere but in the store itself; runs before the store is changed. */
export type WipeElsewhere = (evidence: string) => void;

/**
 * Puts an image behind the others of its finding, or of a round of it, without its metadata.
 *
 * @param taken what came of its content
 * @throws DossierError `not-found`; `wrong-state` if it is there already, or the service's record could not
 *   be read as a finding and has no lasting identifier
 */
export function addEvidence(
  ctx: ServiceContext,
  input: ProcedureInput<'evidence.add'>,
  taken: TakenImage,
): Evidence {
  return transaction(ctx.db, () => {
    const { identity, finding, round } = evidencePlace(ctx, input);
    refuseNameless(ctx, identity);
    const originalSha256 = input.originalSha256 ?? taken.originalSha256;
    const others = evidenceOf(ctx.db, finding, round);
    refuseDuplicate(others, taken, originalSha256);
    const { name, caption } = input;
    const { evidence } = putEvidence(
      ctx,
      finding,
      { name, caption, taken: { ...taken, originalSha256 } },
      others,
    );
    if (round !== null) giveToRound(ctx.db, evidence, round);
    return evidenceView(ctx, evidence);
  });
}

/** What the replacement of pixels needs from outside of the store. */
export interface ReplaceWays {
  readonly wipe: WipeElsewhere;
  /** Resolves when no backup is being made. */
  readonly settled: () => Promise<unknown>;
  /** Draws the annotations of the image into the new pixels. */
  readonly draw: DrawAnnotations;
}

/**
 * Puts cropped or redacted pixels in the place of an image's. What was there is gone: from this store and from its
 * backups. Editions that were exported before stay what they are.
 *
 * @param taken what came of its content
 * @throws (rejects) DossierError `not-found`, `outdated` if the image has changed since the new pixels were made: a drawn
 *   area would cover another place
 */
export async function replaceEvidence(
  ctx: ServiceContext,
  input: ProcedureInput<'evidence.replace'>,
  taken: TakenImage,
  { wipe, settled, draw }: ReplaceWays,
): Promise<Evidence> {
  const { pictureSha256: seen } = refuseOutdated(evidenceNamed(ctx, input.evidence), input.madeOf);
  const drawn = await carriedAnnotations(ctx, input, taken, draw);
  // Last: a backup that began while the annotations were drawn would keep the old pixels.
  await settled();
  refuseOutdated(evidenceNamed(ctx, input.evidence), input.madeOf, seen);
  wipe(input.evidence);
  return transaction(ctx.db, () => {
    const image = refuseOutdated(evidenceNamed(ctx, input.evidence), input.madeOf, seen);
    const { evidence, finding, sha256: before } = image;
    if (before !== taken.sha256) {
      const pixels = { ...pixelsOf(taken), changedAt: nowIso(ctx) };
      replacePixels(ctx.db, evidence, pixels, taken.image.content);
      keepAnnotations(ctx.db, evidence, drawn);
      remember(ctx, finding, 'evidence-changed', { evidence, before, sha256: taken.sha256 });
    }
    return evidenceView(ctx, evidence);
  });
}

/**
 * Puts the images of a finding in another order; all of them are named, each once.
 *
 * @throws DossierError `not-found`, `wrong-state` if others were added or removed meanwhile
 */
export function sortEvidence(ctx: ServiceContext, input: ProcedureInput<'evidence.order'>): Evidence[] {
  return transaction(ctx.db, () => {
    const { finding, round } = evidencePlace(ctx, input);
    const there = evidenceOf(ctx.db, finding, round).map(({ evidence }) => evidence);
    if (there.toSorted().join('\n') !== input.evidence.toSorted().join('\n')) {
      throw new DossierError(
        'wrong-state',
        'Images of this finding were added or removed meanwhile; their order was left as it is.',
      );
    }
    orderEvidence(ctx.db, input.evidence);
    return listEvidence(ctx, input);
  });
}

/** Removes an image, also from the backups. Answers whether there was one. */
export function removeEvidence(
  ctx: ServiceContext,
  evidence: string,
  wipe: WipeElsewhere,
): { removed: boolean } {
  wipe(evidence);
  return transaction(ctx.db, () => {
    const row = readEvidence(ctx.db, evidence);
    if (row === null) return { removed: false };
    deleteEvidence(ctx.db, evidence);
    const { finding, originalName: name, sha256 } = row;
    remember(ctx, finding, 'evidence-removed', { evidence, name, sha256 });
    return { removed: true };
  });
}

/** @param seen the hash of its picture with annotations, if they were drawn anew for what replaces it */
function refuseOutdated(row: EvidenceRow, madeOf: string, seen = row.pictureSha256): EvidenceRow {
  if (row.sha256 === madeOf && row.pictureSha256 === seen) return row;
  throw new DossierError(
    'outdated',
    'The image was changed elsewhere meanwhile, so nothing was destroyed. Look at it as it is now, and mark it again.',
  );
}

function pixelsOf({ image, sha256 }: TakenImage) {
  const { type, width, height, content } = image;
  return { type, width, height, bytes: content.length, sha256 };
}

/** What the service sent without an identifier is named after its content, and forgotten when that changes. */
function refuseNameless(ctx: ServiceContext, { finding, serviceId }: IdentityRow): void {
  if (serviceId !== null || readRecord(ctx.db, finding)?.readable !== 0) return;
  throw new DossierError(
    'wrong-state',
    'What the service sent could not be read as a finding and has no identifier, so that nothing can be kept with it.',
  );
}

/** The same pixels again, or the same file, unless its pixels were changed here since. */
function refuseDuplicate(
  there: readonly EvidenceRow[],
  { sha256 }: TakenImage,
  originalSha256: string,
): void {
  const at = there.findIndex(
    (row) => row.sha256 === sha256 || (row.originalSha256 === originalSha256 && row.changedAt === null),
  );
  if (at < 0) return;
  throw new DossierError(
    'wrong-state',
    `This image is there already: it is number ${String(at + 1)} of this finding.`,
  );
}

function remember(ctx: ServiceContext, finding: FindingRow, what: string, detail: JsonObject): void {
  recordHistory(ctx.db, finding, { at: nowIso(ctx), what, detailJson: stringify(detail) });
}
