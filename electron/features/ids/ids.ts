import type { IdKind } from '#contract/procedures/findings/ids.ts';
import type { ProcedureInput } from '#contract/procedures/index.ts';
import { isBeginning, isShortenable, shortened } from '#domain/base/id-beginnings.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import { findFinding } from '#db/tables/findings/records.ts';
import { readComment } from '#db/tables/findings/comments.ts';
import { findOperation } from '#db/tables/outbox/operations.ts';
import { idsBeside, idsFrom } from '#db/tables/id-order.ts';
import type { ReadContext } from '#engine/context.ts';

/** So many ids are told if a beginning is not unique; as many more rows of the store may belong to the same findings. */
const maxCandidates = 20;

/** The ids that each typed text stands for. */
export function completeIds(
  { db }: Pick<ReadContext, 'db'>,
  { kind, typed }: ProcedureInput<'id.complete'>,
): readonly (readonly string[])[] {
  return typed.map((text) => {
    if (isId(db, kind, text)) return [text];
    if (!isBeginning(text)) return [];
    const found = idsFrom(db, kind, text, maxCandidates).filter(({ id }) => isShortenable(id));
    // A finding that is found by two of its ids is one all the same.
    const byOwner = new Map(found.toReversed().map(({ id, owner }) => [owner, id]));
    return [...byOwner.values()].toSorted();
  });
}

/** The shortest unique beginning of each id. */
export function shortenIds(
  { db }: Pick<ReadContext, 'db'>,
  { kind, ids }: ProcedureInput<'id.shorten'>,
): readonly string[] {
  return ids.map((id) => shortened(id, isShortenable(id) ? idsBeside(db, kind, id) : []));
}

function isId(db: ReadableDb, kind: IdKind, text: string): boolean {
  switch (kind) {
    case 'finding':
      return findFinding(db, text) !== null;
    case 'change':
      return findOperation(db, text) !== null;
    case 'comment':
      return readComment(db, text) !== null;
  }
}
