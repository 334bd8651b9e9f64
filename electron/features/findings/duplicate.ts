import { editableFields } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { isList } from '#domain/base/json.ts';
import { isCandidate, memberOf } from '#domain/finding/record.ts';
import {
  evidenceOf,
  insertEvidence,
  keepAnnotations,
  readContent,
  readPicture,
} from '#db/tables/findings/evidence.ts';
import type { OperationRow } from '#db/tables/outbox/operations.ts';
import { nowIso, type ServiceContext } from '#engine/context.ts';
import { createFindings, findingNamed } from '#engine/outbox/edit.ts';
import { effectiveRecord } from '#engine/record/list-rows.ts';

/**
 * Queues a new finding with the fields of another one, "(copy)" behind its title, and its own copies of the images. Retests,
 * comments and states stay with the first.
 *
 * @param op names the creation; asked for twice, one copy is made
 * @throws DossierError `not-found`; `invalid` if a field is none that the service would take
 */
export function duplicateFinding(
  ctx: ServiceContext,
  { id, op }: { readonly id: string; readonly op?: string | undefined },
): OperationRow {
  const { finding, project } = findingNamed(ctx, id);
  const { effective } = effectiveRecord(ctx.db, finding);
  const [operation] = createFindings(ctx, project, [copyOf(ctx, effective)], op, (copy) => {
    for (const image of evidenceOf(ctx.db, finding)) {
      const content = readContent(ctx.db, image.evidence);
      if (content === null) continue;
      const evidence = ctx.ids.next();
      insertEvidence(ctx.db, { ...image, evidence, finding: copy, addedAt: nowIso(ctx) }, content);
      const { annotationsJson, pictureSha256: sha256 } = image;
      const picture = annotationsJson === null ? null : readPicture(ctx.db, image.evidence);
      if (annotationsJson !== null && picture !== null)
        keepAnnotations(ctx.db, evidence, { annotationsJson, sha256, content: picture });
    }
  });
  if (operation === undefined) throw new Error('a copy was not queued');
  return operation;
}

/** The body of the copy: what is filled in, without a status that only a review gives. */
function copyOf({ profile }: ServiceContext, effective: JsonObject): JsonObject {
  const isDecided = !isCandidate(effective, profile);
  const fields = editableFields.flatMap((field): [string, Json][] => {
    const value = memberOf(effective, field) ?? null;
    if (value === null || value === '' || (isList(value) && value.length === 0)) return [];
    if (field === 'status' && !isDecided) return [];
    return [[field, field === 'title' && typeof value === 'string' ? `${value} (copy)` : value]];
  });
  return Object.fromEntries(fields);
}
