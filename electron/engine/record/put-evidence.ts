import type { FindingRow } from '#contract/finding/finding.ts';
import { stringify } from '#domain/base/json.ts';
import type { TakenImage } from '#domain/images/image.ts';
import { freeImageName } from '#domain/text/references/evidence-address.ts';
import { insertEvidence, type EvidenceRow } from '#db/tables/findings/evidence.ts';
import { recordHistory } from '#db/tables/findings/history.ts';
import { nowIso, type ServiceContext } from '../context.ts';

/** By what an image is called. */
export type EvidenceName = Pick<EvidenceRow, 'evidence' | 'originalName'>;

/**
 * Puts an image behind the others of its finding, in the caller's transaction; answers what it is called.
 *
 * @param others the images that it stands with; texts call each by another name
 */
export function putEvidence(
  ctx: ServiceContext,
  finding: FindingRow,
  { name, caption, taken }: { readonly name: string; readonly caption: string; readonly taken: TakenImage },
  others: readonly EvidenceName[],
): EvidenceName {
  const { type, width, height, content } = taken.image;
  const { sha256, originalSha256 } = taken;
  const evidence = ctx.ids.next();
  const addedAt = nowIso(ctx);
  const originalName = freeImageName(
    fileName(name, taken),
    others.map((other) => ({ evidence: other.evidence, name: other.originalName })),
  );
  const pixels = { type, width, height, bytes: content.length, sha256 };
  insertEvidence(
    ctx.db,
    { evidence, finding, caption, ...pixels, originalSha256, originalName, addedAt },
    content,
  );
  recordHistory(ctx.db, finding, {
    at: addedAt,
    what: 'evidence-added',
    detailJson: stringify({ evidence, name: originalName, sha256, original: originalSha256 }),
  });
  return { evidence, originalName };
}

/**
 * File choosers give names, drops may give paths, the clipboard nothing: folders say more of the user's computer than is
 * needed.
 */
function fileName(path: string, { image }: TakenImage): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).trim();
  return name === '' ? `image.${image.type === 'image/png' ? 'png' : 'jpg'}` : name;
}
