import type { EditableField, FindingRow } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { equalJson } from '#domain/base/json.ts';
import type { FieldBases } from '#domain/merge/index.ts';
import type { FieldPatch } from '#domain/finding/record.ts';
import { readConnection } from '#db/tables/accounts/connections.ts';
import { changeItem, itemsBehind, type OpenItem } from '#db/tables/outbox/operations.ts';
import { readRecord } from '#db/tables/findings/records.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import type { ServiceContext } from '../context.ts';
import { readBase } from '../record/merge-base.ts';
import { basesText, fieldsOf, parseBases, parsePatch } from '../record/conflict-codec.ts';

/** What the fields of an edit are before it; a field that was never shown has no base. */
export function firstMergeBases(
  ctx: ServiceContext,
  finding: FindingRow,
  patch: FieldPatch,
  effective: JsonObject,
): FieldBases {
  const { db } = ctx;
  const shownWhole =
    readConnection(db)?.listShows === 'everything' || typeof readRecord(db, finding)?.detailHash === 'string';
  return Object.fromEntries(
    fieldsOf(patch).flatMap((field) => {
      const base = baseOfField(db, finding, effective, field, shownWhole);
      return base === undefined ? [] : [[field, base]];
    }),
  );
}

/** What a field of a finding was when it is touched for the first time: `{}` absent, undefined never shown. */
function baseOfField(
  db: ReadableDb,
  finding: FindingRow,
  effective: JsonObject,
  field: EditableField,
  shownWhole: boolean,
): { value?: Json } | undefined {
  if (Object.hasOwn(effective, field)) return { value: effective[field] as Json };
  return shownWhole || readBase(db, finding) === null ? {} : undefined;
}

/**
 * Gives operations behind a dropped one the merge base from before it. Otherwise the next merge would see a change
 * that nobody made.
 *
 * @param stays values of it that hold all the same: what stands on them goes on standing on them
 */
export function restoreMergeBases(ctx: ServiceContext, dropped: OpenItem, stays: FieldPatch = {}): void {
  const patch = parsePatch(dropped.patchJson);
  const bases = parseBases(dropped.basesJson);
  const left = fieldsOf(patch).filter((field) => !equalJson(stays[field], patch[field]));
  for (const item of itemsBehind(ctx.db, dropped)) {
    const own = parseBases(item.basesJson);
    const handed = Object.fromEntries(
      Object.entries(own).flatMap(([name, base]) => {
        const field = name as EditableField;
        const stoodOnIt = left.includes(field) && equalJson(base.value, patch[field]);
        if (!stoodOnIt) return [[field, base]];
        const before = bases[field];
        return before === undefined ? [] : [[field, before]];
      }),
    );
    const basesJson = basesText(handed);
    if (basesJson !== item.basesJson) changeItem(ctx.db, item, { basesJson });
  }
}
