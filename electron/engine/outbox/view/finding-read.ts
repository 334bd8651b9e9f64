import type { HistoryEntry } from '#contract/procedures/findings/findings.ts';
import type { JsonObject } from '#contract/json.ts';
import type { ProcedureAnswers } from '#contract/procedures/index.ts';
import { isObject, parseJson } from '#domain/base/json.ts';
import { isCandidate, isPrivateDraft } from '#domain/finding/record.ts';
import { syncState } from '#domain/query/entry.ts';
import { readHistory } from '#db/tables/findings/history.ts';
import { originsOf } from '#db/tables/findings/origins.ts';
import { findOperation, openItemsOf } from '#db/tables/outbox/operations.ts';
import { readRecord, shownId } from '#db/tables/findings/records.ts';
import { workingState } from '#db/tables/findings/working-state.ts';
import type { ReadContext } from '../../context.ts';
import { effectiveRecord } from '../../record/list-rows.ts';
import { operationView } from './operation-view.ts';
import { parseObject } from '../../record/merge-base.ts';
import { findingNamed } from '../edit.ts';

/**
 * One finding: as it is here (`effective`), as the service had it last (`remote`, all its members, null for an unsent
 * creation), and its pending operations.
 *
 * @throws DossierError `not-found`
 */
export function readFinding(ctx: ReadContext, id: string): ProcedureAnswers['finding.get'] {
  const { db, profile } = ctx;
  const identity = findingNamed(ctx, id);
  const { finding } = identity;
  const { effective } = effectiveRecord(db, finding);
  const record = readRecord(db, finding);
  const items = openItemsOf(db, finding);
  const pending = items.flatMap((item) => {
    const operation = findOperation(db, item.op);
    return operation === null ? [] : [operationView(ctx, operation)];
  });
  return {
    id: shownId(identity),
    effective: withId(effective, shownId(identity)),
    remote: record === null ? null : rawObject(record.baseJson),
    pending,
    sync: syncState(
      items.map((item) => item.state),
      record !== null && record.goneAt !== null,
    ),
    candidate: isCandidate(effective, profile),
    private: isPrivateDraft(effective, profile),
    state: workingState(db, finding),
    origins: originsOf(db, finding),
  };
}

/** What happened to a finding, oldest first. @throws DossierError `not-found` */
export function findingHistory(ctx: ReadContext, id: string): HistoryEntry[] {
  const { db } = ctx;
  const { finding } = findingNamed(ctx, id);
  const record = readRecord(db, finding);
  const told = readHistory(db, finding).map((row): HistoryEntry => ({
    at: row.at,
    what: row.what,
    ...(row.op === null ? {} : { op: row.op }),
    ...(row.detailJson === null ? {} : { detail: parseObject(row.detailJson) }),
  }));
  // When it was first seen is kept with the record: a first sync of 100,000 findings writes no history.
  const seen: HistoryEntry[] = record === null ? [] : [{ at: record.firstSeenAt, what: 'seen' }];
  return [...seen, ...told].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}

function withId(record: JsonObject, id: string): JsonObject {
  return Object.hasOwn(record, 'id') ? record : { id, ...record };
}

/** A record as it came; one that is no JSON object is shown under the name `raw`. */
function rawObject(text: string): JsonObject {
  const parsed = parseJson(text);
  if (parsed.kind === 'broken') return { raw: text };
  return isObject(parsed.value) ? parsed.value : { raw: parsed.value };
}
