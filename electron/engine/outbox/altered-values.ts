import type { EditableField, FindingRow } from '#contract/finding/finding.ts';
import { editableFields } from '#contract/finding/finding.ts';
import type { AlteredFinding, AlteredValue } from '#contract/procedures/sync.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { parseJson, stringify } from '#domain/base/json.ts';
import { sameOnceNormalised } from '#domain/merge/index.ts';
import { memberOf, textOf, type FieldPatch } from '#domain/finding/record.ts';
import { recordHistory } from '#db/tables/findings/history.ts';
import { readIdentity, shownId } from '#db/tables/findings/records.ts';
import {
  alteredValuesOf,
  dropAlteredValues,
  readAlteredValues,
  writeAlteredValue,
  type AlteredValueRow,
} from '#db/tables/outbox/altered-values.ts';
import type { OpenItem } from '#db/tables/outbox/operations.ts';
import { transaction } from '#db/store/transaction.ts';
import type { ReadableDb, WritableDb } from '#db/schema/types.ts';
import { nowIso, type ServiceContext } from '../context.ts';
import { fieldsOf } from '../record/conflict-codec.ts';
import { effectiveRecord } from '../record/list-rows.ts';
import { findingNamed } from './edit.ts';

/**
 * Notes what a write of ours came back other than it was sent (promise 12), up to what services normalise. To be called
 * in the transaction that takes the read.
 *
 * @param before the record before the write: a field that is still so was not altered, the write may show later
 */
export function noteAlteredValues(
  ctx: ServiceContext,
  { finding, op }: Pick<OpenItem, 'finding' | 'op'>,
  sent: FieldPatch,
  now: JsonObject,
  before: JsonObject | null = null,
): void {
  const { db } = ctx;
  const altered = fieldsOf(sent).filter(
    (field) =>
      !sameOnceNormalised(field, sent[field], memberOf(now, field)) &&
      (before === null || !sameOnceNormalised(field, memberOf(before, field), memberOf(now, field))),
  );
  const known = new Map(readAlteredValues(db, finding).map((row) => [row.field, row]));
  const rows = altered.map((field) => rowOf(finding, field, op, sent[field] ?? null, memberOf(now, field)));
  const news = rows.filter((row) => !isSameRow(row, known.get(row.field)));
  if (news.length === 0) return;
  for (const row of news) writeAlteredValue(db, row);
  recordHistory(db, finding, {
    at: nowIso(ctx),
    what: 'altered',
    op,
    detailJson: stringify({ fields: sidesOf(news) }),
  });
}

function rowOf(
  finding: FindingRow,
  field: string,
  op: string,
  sent: Json,
  now: Json | undefined,
): AlteredValueRow {
  return {
    finding,
    field,
    op,
    sentJson: stringify(sent),
    nowJson: now === undefined ? null : stringify(now),
  };
}

function isSameRow(row: AlteredValueRow, known: AlteredValueRow | undefined): boolean {
  return known?.op === row.op && known.sentJson === row.sentJson && known.nowJson === row.nowJson;
}

function sidesOf(rows: readonly AlteredValueRow[]): Record<string, AlteredValue & JsonObject> {
  return Object.fromEntries(
    rows.map(({ field, sentJson, nowJson }) => [
      field,
      { sent: jsonOf(sentJson), ...(nowJson === null ? {} : { now: jsonOf(nowJson) }) },
    ]),
  );
}

function jsonOf(text: string): Json {
  const parsed = parseJson(text);
  return parsed.kind === 'ok' ? parsed.value : null;
}

/** A record that the service has now: an altered value that is another one by now is no longer told. */
export function dropOutdatedAlteredValues(db: WritableDb, finding: FindingRow, record: JsonObject): void {
  const outdated = readAlteredValues(db, finding).filter(({ field, nowJson }) => {
    const known = editableFields.find((name) => name === field);
    const now = memberOf(record, field);
    // A list may show less than the detail: a member that it lacks says nothing.
    if (known === undefined || now === undefined) return false;
    return !sameOnceNormalised(known, now, nowJson === null ? undefined : jsonOf(nowJson));
  });
  if (outdated.length > 0)
    dropAlteredValues(
      db,
      finding,
      outdated.map(({ field }) => field),
    );
}

/** What the service altered of a finding and the user has not kept yet. */
export function alteredValuesIn(
  db: ReadableDb,
  finding: FindingRow,
): readonly (AlteredValue & { readonly field: EditableField })[] {
  return readAlteredValues(db, finding).flatMap((row) => {
    const field = editableFields.find((name) => name === row.field);
    const side = sidesOf([row])[row.field];
    return field === undefined || side === undefined ? [] : [{ field, ...side }];
  });
}

/** What the writes of some operations came back with, finding by finding. */
export function alteredFindings(db: ReadableDb, ops: readonly string[]): readonly AlteredFinding[] {
  const rows = Map.groupBy(alteredValuesOf(db, ops), ({ finding }) => finding);
  return [...rows].map(([finding, altered]) => {
    const identity = readIdentity(db, finding);
    return {
      project: identity.project,
      id: shownId(identity),
      title: textOf(effectiveRecord(db, finding).effective, 'title'),
      fields: sidesOf(altered),
    };
  });
}

/** The user keeps what the service made of their values. @throws DossierError `not-found` */
export function keepAlteredValues(
  ctx: Pick<ServiceContext, 'db'>,
  ids: readonly string[],
): readonly { readonly id: string; readonly kept: readonly string[] }[] {
  return transaction(ctx.db, () =>
    [...new Set(ids)].map((id) => {
      const identity = findingNamed(ctx, id);
      const kept = readAlteredValues(ctx.db, identity.finding).map(({ field }) => field);
      dropAlteredValues(ctx.db, identity.finding, kept);
      return { id: shownId(identity), kept };
    }),
  );
}
