import { textFields, type FindingRow } from '#contract/finding/finding.ts';
import type { JsonObject } from '#contract/json.ts';
import { sameOnceNormalised } from '#domain/merge/index.ts';
import { memberOf, type FieldPatch } from '#domain/finding/record.ts';
import { lastAttempt } from '#db/tables/outbox/attempts.ts';
import { itemsInState, openItemsOf, type OpenItem } from '#db/tables/outbox/operations.ts';
import { firstSeenAfter } from '#db/tables/findings/records.ts';
import type { ReadableDb } from '#db/schema/types.ts';

/** What came to an engagement since a creation was sent: only one of these can be the one that it made. */
export interface CreationCandidates {
  /** First seen after the send, and made by no creation of ours. */
  readonly seen: readonly FindingRow[];
  /** Identifiers that other creations were answered with: these findings are theirs, whatever they look like. */
  readonly claimed: ReadonlySet<string | null>;
}

/** The newcomers since the last attempt of a creation. */
export function creationCandidates(
  db: ReadableDb,
  item: Pick<OpenItem, 'seq' | 'project'>,
): CreationCandidates {
  const others = itemsInState(db, 'unknown').filter((other) => other.seq !== item.seq);
  const attempt = lastAttempt(db, item.seq);
  return {
    seen: attempt === null ? [] : firstSeenAfter(db, item.project, attempt.findingBefore),
    claimed: new Set(others.map((other) => other.answeredId)),
  };
}

/** Whether a record has the title, the assets and the texts that a creation sent. */
export function isAlike(sent: FieldPatch, record: JsonObject): boolean {
  return (['title', 'asset', ...textFields] as const).every((field) =>
    sameOnceNormalised(field, sent[field], memberOf(record, field)),
  );
}

/** Something of the finding is being sent: an operation that waits for that knows it by this row, which may not go now. */
export function isUnderWay(db: ReadableDb, finding: FindingRow): boolean {
  return openItemsOf(db, finding).some((item) => item.state === 'sending');
}
