import { DossierError } from '#contract/error.ts';
import type { Evidence } from '#contract/finding/evidence.ts';
import { freeImageName } from '#domain/text/references/evidence-address.ts';
import { changeImageName, evidenceOf, giveEvidence } from '#db/tables/findings/evidence.ts';
import { recordHistory } from '#db/tables/findings/history.ts';
import { readIdentity } from '#db/tables/findings/records.ts';
import { transaction } from '#db/store/transaction.ts';
import { nowIso, type ServiceContext } from '#engine/context.ts';
import { findingNamed } from '#engine/outbox/edit.ts';
import { evidenceNamed, evidenceView, named } from './read.ts';

/**
 * Gives an image to another finding of the same engagement, behind its own; the histories of both tell of it.
 *
 * @throws DossierError `not-found`, `wrong-state` if that finding has this image already, or is another client's, or a
 *   text places the image
 */
export function moveEvidence(ctx: ServiceContext, evidence: string, to: string): Evidence {
  const { db } = ctx;
  return transaction(db, () => {
    const image = evidenceNamed(ctx, evidence);
    const { finding, project } = findingNamed(ctx, to);
    if (finding === image.finding) return evidenceView(ctx, evidence);
    if (project !== readIdentity(db, image.finding).project) {
      throw new DossierError('wrong-state', 'That finding is of another engagement. Nothing was moved.');
    }
    const [use] = evidenceView(ctx, evidence).usedIn;
    if (use !== undefined) {
      const where = use === 'retest' ? 'text of a retest' : use;
      throw new DossierError(
        'wrong-state',
        `The ${where} of its finding places this image. Take it out there first.`,
      );
    }
    const others = evidenceOf(db, finding);
    if (others.some(({ sha256 }) => sha256 === image.sha256)) {
      throw new DossierError('wrong-state', 'That finding has this image already. Nothing was moved.');
    }
    giveEvidence(db, evidence, finding);
    const name = freeImageName(image.originalName, others.map(named));
    if (name !== image.originalName) changeImageName(db, evidence, name);
    const { sha256, originalSha256: original } = image;
    const at = nowIso(ctx);
    const gone = JSON.stringify({ evidence, name, sha256 });
    recordHistory(db, image.finding, { at, what: 'evidence-removed', detailJson: gone });
    const come = JSON.stringify({ evidence, name, sha256, original });
    recordHistory(db, finding, { at, what: 'evidence-added', detailJson: come });
    return evidenceView(ctx, evidence);
  });
}
