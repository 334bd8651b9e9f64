import { hash } from 'node:crypto';
import { DossierError } from '#contract/error.ts';
import type { Annotation } from '#contract/finding/annotation.ts';
import type { ProcedureInput } from '#contract/procedures/index.ts';
import type { Evidence } from '#contract/finding/evidence.ts';
import { stringify } from '#domain/base/json.ts';
import type { PictureArea } from '#domain/annotations/edit.ts';
import {
  keepAnnotations,
  readContent,
  type DrawnAnnotations,
  type EvidenceRow,
} from '#db/tables/findings/evidence.ts';
import type { TakenImage } from '#domain/images/image.ts';
import { recordHistory } from '#db/tables/findings/history.ts';
import { transaction } from '#db/store/transaction.ts';
import { nowIso, type ServiceContext } from '#engine/context.ts';
import { evidenceNamed, evidenceView, storedAnnotations } from './read.ts';

/** An image and the layers to be drawn into it; with `crop`, the image is this part of the one that they were drawn on. */
export interface DrawOrder {
  readonly image: Pick<EvidenceRow, 'type' | 'width' | 'height'> & { readonly content: Uint8Array };
  readonly annotations: readonly Annotation[];
  readonly crop: PictureArea | null;
}

/** Layers as they lie on an image, and the file with them drawn in. */
export interface DrawResult {
  readonly annotations: readonly Annotation[];
  readonly content: Uint8Array;
}

/** Draws layers into an image beside the store's thread. @throws (rejects) if the pixels cannot be decoded */
export type DrawAnnotations = (order: DrawOrder) => Promise<DrawResult>;

/** Decoding more takes longer than a user waits, and more memory than a small machine has. */
const maxPixels = 40_000_000;

/**
 * Puts layers over an image in the place of those it had. The image itself stays as it is; what is shown and printed from
 * now on is the image with the layers drawn in.
 *
 * @throws DossierError `not-found`, `invalid` (too large, or damaged), `outdated` if the image or its layers are others than
 *   those that the user saw
 */
export async function annotateEvidence(
  ctx: ServiceContext,
  { evidence, madeOf, seen, annotations }: ProcedureInput<'evidence.annotate'>,
  draw: DrawAnnotations,
): Promise<Evidence> {
  const row = evidenceNamed(ctx, evidence);
  refuseOthers(row, { madeOf, seen });
  const content = readContent(ctx.db, evidence);
  if (content === null) throw new DossierError('not-found', 'This image is lost.');
  const drawn = await drawnOn({ ...row, content }, annotations, null, draw);
  return transaction(ctx.db, () => {
    const { finding, pictureSha256: before } = refuseOthers(evidenceNamed(ctx, evidence), { madeOf, seen });
    keepAnnotations(ctx.db, evidence, drawn);
    const detail = { evidence, annotations: annotations.length, before };
    recordHistory(ctx.db, finding, {
      at: nowIso(ctx),
      what: 'evidence-annotated',
      detailJson: stringify(detail),
    });
    return evidenceView(ctx, evidence);
  });
}

/**
 * The layers of an image, drawn into the pixels that are about to replace it; null if it has none.
 *
 * @throws DossierError `not-found`, `invalid`
 */
export async function carriedAnnotations(
  ctx: ServiceContext,
  { evidence, cropAt }: Pick<ProcedureInput<'evidence.replace'>, 'evidence' | 'cropAt'>,
  { image }: TakenImage,
  draw: DrawAnnotations,
): Promise<DrawnAnnotations | null> {
  const crop = cropAt === undefined ? null : { ...cropAt, width: image.width, height: image.height };
  return drawnOn(image, storedAnnotations(evidenceNamed(ctx, evidence).annotationsJson), crop, draw);
}

async function drawnOn(
  image: DrawOrder['image'],
  annotations: readonly Annotation[],
  crop: PictureArea | null,
  draw: DrawAnnotations,
): Promise<DrawnAnnotations | null> {
  if (annotations.length === 0) return null;
  const { type, width, height, content } = image;
  if (width * height > maxPixels) {
    throw new DossierError(
      'invalid',
      'The image has more than 40 megapixels, too many to annotate. Crop it first.',
    );
  }
  const order = { image: { type, width, height, content }, annotations, crop };
  const drawn = await draw(order).catch(() => {
    throw new DossierError(
      'invalid',
      'The annotations could not be drawn into this image. It may be damaged.',
    );
  });
  if (drawn.annotations.length === 0) return null;
  return {
    annotationsJson: stringify(drawn.annotations.map((one) => ({ ...one }))),
    sha256: hash('sha256', drawn.content),
    content: drawn.content,
  };
}

function refuseOthers(
  row: EvidenceRow,
  { madeOf, seen }: Pick<ProcedureInput<'evidence.annotate'>, 'madeOf' | 'seen'>,
): EvidenceRow {
  if (row.sha256 === madeOf && row.pictureSha256 === seen) return row;
  throw new DossierError(
    'outdated',
    'The image or its annotations were changed elsewhere meanwhile. Nothing was saved. Look at them as they are now.',
  );
}
