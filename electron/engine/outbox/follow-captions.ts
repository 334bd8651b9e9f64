import type { FindingRow } from '#contract/finding/finding.ts';
import { captionsAfterEdit } from '#domain/finding/image-captions.ts';
import { richFields } from '#domain/finding/placed-images.ts';
import { applyPatch } from '#domain/finding/record.ts';
import { changeCaption, evidenceOf } from '#db/tables/findings/evidence.ts';
import type { ServiceContext } from '../context.ts';
import type { EnqueuedEdit } from './edit-undo-data.ts';

/** Gives images the caption that an edit of the texts wrote, in its transaction: see `captionsAfterEdit`. */
export function followCaptions(
  { db }: ServiceContext,
  finding: FindingRow,
  { patch, effective }: Pick<EnqueuedEdit, 'patch' | 'effective'>,
): void {
  if (!richFields.some((field) => Object.hasOwn(patch, field))) return;
  const images = evidenceOf(db, finding).map(({ evidence, caption, originalName: name }) => ({
    evidence,
    caption,
    name,
  }));
  if (images.length === 0) return;
  for (const [evidence, caption] of captionsAfterEdit(images, effective, applyPatch(effective, patch))) {
    changeCaption(db, evidence, caption);
  }
}
