import { DossierError } from '#contract/error.ts';
import type { Json } from '#contract/json.ts';
import type { ProcedureInput } from '#contract/procedures/index.ts';
import type { Evidence } from '#contract/finding/evidence.ts';
import { stringify } from '#domain/base/json.ts';
import { richFields, withRenamedImage } from '#domain/finding/placed-images.ts';
import { textOf } from '#domain/finding/record.ts';
import { changeImageName, evidenceOf, roundOfImage } from '#db/tables/findings/evidence.ts';
import { recordHistory } from '#db/tables/findings/history.ts';
import { transaction } from '#db/store/transaction.ts';
import { nowIso, type ServiceContext } from '#engine/context.ts';
import { enqueueChecked } from '#engine/outbox/edit.ts';
import { effectiveRecord } from '#engine/record/list-rows.ts';
import { evidenceNamed, evidenceView } from './read.ts';

/**
 * Gives an image another name. The texts of its finding that place it follow in the same transaction, as an
 * edit that is pending like any other.
 *
 * @throws DossierError `not-found`, `invalid` (no name); `wrong-state` if another image has that name, the
 *   text of a retest places it, or the finding cannot be edited now
 */
export function renameEvidence(
  ctx: ServiceContext,
  { evidence, name: given }: ProcedureInput<'evidence.rename'>,
): Evidence {
  const { db } = ctx;
  const name = given.trim();
  if (name === '') throw new DossierError('invalid', 'An image needs a name.');
  return transaction(db, () => {
    const image = evidenceView(ctx, evidence);
    const { finding } = evidenceNamed(ctx, evidence);
    if (name === image.name && name === image.originalName) return image;
    const others = evidenceOf(db, finding, roundOfImage(db, evidence)).filter(
      (one) => one.evidence !== evidence,
    );
    if (others.some(({ originalName }) => originalName.normalize() === name.normalize())) {
      throw new DossierError(
        'wrong-state',
        'Another image of this finding has that name. Nothing was renamed.',
      );
    }
    if (image.usedIn.includes('retest')) {
      throw new DossierError(
        'wrong-state',
        'The text of a retest places this image by its name. Take it out there, rename it, and place it again.',
      );
    }
    const { effective } = effectiveRecord(db, finding);
    const changes: Record<string, Json> = {};
    for (const field of richFields) {
      if (!image.usedIn.includes(field)) continue;
      const text = textOf(effective, field);
      const renamed = withRenamedImage(text, image.name, name);
      if (renamed !== text) changes[field] = renamed;
    }
    if (Object.keys(changes).length > 0) enqueueChecked(ctx, finding, image.finding, changes);
    changeImageName(db, evidence, name);
    const detailJson = stringify({ evidence, before: image.originalName, name });
    recordHistory(db, finding, { at: nowIso(ctx), what: 'evidence-renamed', detailJson });
    return evidenceView(ctx, evidence);
  });
}
