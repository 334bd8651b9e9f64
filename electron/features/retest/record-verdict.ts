import type { FindingRow } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { memberOf } from '#domain/finding/record.ts';
import { stringify } from '#domain/base/json.ts';
import { changeHistory, newestHistory, recordHistory } from '#db/tables/findings/history.ts';
import type { RoundRow, VerdictRow } from '#db/tables/reports/rounds.ts';
import { nowIso, type ServiceContext } from '#engine/context.ts';
import { parseObject } from '#engine/record/merge-base.ts';

/** Members of a verdict as its history names them. */
const members = ['verdict', 'text', 'day', 'who'] as const;

/**
 * Tells in the history of a finding what became of its verdict in a round. A run of typing, which is one setting, is one
 * entry.
 */
export function tellVerdict(
  ctx: ServiceContext,
  finding: FindingRow,
  round: RoundRow,
  was: VerdictRow | null,
  now: VerdictRow | null,
  more: { readonly setting: number } | { readonly undone: true },
): void {
  const { db } = ctx;
  const at = nowIso(ctx);
  const detailJson = stringify({
    round: round.name,
    number: round.number,
    ...more,
    fields: fields(was, now),
  });
  const newest = newestHistory(db, finding);
  if ('setting' in more && newest?.what === 'verdict' && newest.detailJson !== null) {
    if (memberOf(parseObject(newest.detailJson), 'setting') === more.setting) {
      changeHistory(db, { entry: newest.entry, at, detailJson });
      return;
    }
  }
  recordHistory(db, finding, { at, what: 'verdict', detailJson });
}

function fields(was: VerdictRow | null, now: VerdictRow | null): JsonObject {
  return Object.fromEntries(
    members.flatMap((name): [string, JsonObject][] => {
      const [before, after] = [valueOf(was, name), valueOf(now, name)];
      if (before === after) return [];
      return [
        [name, { ...(before === null ? {} : { was: before }), ...(after === null ? {} : { now: after }) }],
      ];
    }),
  );
}

/** Null if there is no verdict, or nothing is said. */
function valueOf(row: VerdictRow | null, name: (typeof members)[number]): Json {
  if (row === null || row.verdict === null) return null;
  return row[name] === '' ? null : row[name];
}
