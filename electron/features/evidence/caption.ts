import { DossierError } from '#contract/error.ts';
import type { Evidence } from '#contract/finding/evidence.ts';
import type { Json } from '#contract/json.ts';
import type { ProcedureInput } from '#contract/procedures/index.ts';
import { isSameCaption } from '#domain/finding/image-captions.ts';
import { richFields } from '#domain/finding/placed-images.ts';
import { textOf } from '#domain/finding/record.ts';
import { imageNamed } from '#domain/text/references/evidence-address.ts';
import { withCaption } from '#domain/text/with-caption.ts';
import { changeCaption, evidenceOf, roundOfImage, type EvidenceRow } from '#db/tables/findings/evidence.ts';
import { transaction } from '#db/store/transaction.ts';
import type { ServiceContext } from '#engine/context.ts';
import { editWithUndo } from '#engine/outbox/edit.ts';
import { eligibilityFacts, ineligibility } from '#engine/outbox/eligibility.ts';
import { evidenceNamed, evidenceView, named } from './read.ts';

/**
 * Writes the caption of an image. Texts that place it with the caption it had get the new one, as a pending change
 * that can be undone; of a finding that cannot be edited now they stay.
 *
 * @throws DossierError `not-found`, `outdated` if another caption was written since the person saw it; `invalid` if a
 *   text would break a rule
 */
export function captionEvidence(
  ctx: ServiceContext,
  { evidence, caption, seen }: ProcedureInput<'evidence.caption'>,
): Evidence {
  return transaction(ctx.db, () => {
    const image = evidenceNamed(ctx, evidence);
    if (seen !== undefined && ![...seen, caption].includes(image.caption)) {
      throw new DossierError('outdated', 'Another caption was written meanwhile; it was left as it is.');
    }
    if (roundOfImage(ctx.db, evidence) === null) captionTexts(ctx, image, caption);
    changeCaption(ctx.db, evidence, caption);
    return evidenceView(ctx, evidence);
  });
}

function captionTexts(ctx: ServiceContext, image: EvidenceRow, caption: string): void {
  const { finding, caption: before } = image;
  if (before.trim() === '' || isSameCaption(before, caption)) return;
  const facts = eligibilityFacts(ctx.db, finding);
  if (facts === null || ineligibility(ctx, finding, { kind: 'edit' }, facts) !== null) return;
  const images = evidenceOf(ctx.db, finding).map(named);
  const changes: Record<string, Json> = {};
  for (const field of richFields) {
    const text = textOf(facts.effective, field);
    const captioned = withCaption(text, (name, words) =>
      imageNamed(images, name)?.evidence === image.evidence && isSameCaption(words, before) ? caption : null,
    );
    if (captioned !== text) changes[field] = captioned;
  }
  if (Object.keys(changes).length === 0) return;
  editWithUndo(ctx, finding, evidenceView(ctx, image.evidence).finding, changes);
}
