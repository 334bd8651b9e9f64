import { DossierError } from '#contract/error.ts';
import { editableFields, type EditableField, type FindingRow } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { equalJson, isObject } from '#domain/base/json.ts';
import { mergeField, sameOnceNormalised } from '#domain/merge/index.ts';
import { memberOf } from '#domain/finding/record.ts';
import { readHistory } from '#db/tables/findings/history.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import type { EffectiveRecord } from '../record/list-rows.ts';
import { parseObject } from '../record/merge-base.ts';

/** An edit as it applies to the finding's present state. */
export interface RebasedEdit {
  readonly changes: Readonly<Record<string, Json>>;
  /** What its fields stand on. */
  readonly seen: JsonObject;
}

/**
 * Brings an edit that was typed over an older state of its finding to the state that is here now. A field may have
 * moved on meanwhile in two ways:
 *
 * - The user changed it elsewhere (another window, the terminal), sent or not: both changes are joined as they would be with
 *   another user's. If they cannot be, the edit is refused: neither goes without a question.
 * - The service brought another value, or the user's own was undone or resolved. The edit then stands on the last
 *   earlier state that the service really had (promise 8), and meets the newer one at the next sync (promise 6).
 *
 * @param record the finding as it is here now
 * @param seen the fields as the person saw them
 * @throws DossierError `outdated` if a field was changed elsewhere in this vault, and both cannot be joined
 */
export function rebaseOnRemote(
  db: ReadableDb,
  finding: FindingRow,
  { base, effective }: EffectiveRecord,
  changes: Readonly<Record<string, Json>>,
  seen: JsonObject,
): RebasedEdit {
  const placed = Object.entries(changes).map(([member, mine]) => {
    const field = editableFields.find((name) => name === member);
    const was = memberOf(seen, member);
    const now = memberOf(effective, member);
    if (field === undefined || equalJson(was, now)) return { member, value: mine, stands: now };
    const waits = !equalJson(now, base === null ? undefined : memberOf(base, member));
    if (waits || wasWrittenHere(db, finding, field, now)) {
      return { member, value: joined(field, was, mine, now), stands: now };
    }
    return { member, value: mine, stands: asTheServiceHad(db, finding, field, { seen: was, now }) };
  });
  return {
    changes: Object.fromEntries(placed.map(({ member, value }) => [member, value])),
    seen: Object.fromEntries(
      placed.flatMap(({ member, stands }) => (stands === undefined ? [] : [[member, stands]])),
    ),
  };
}

function joined(field: EditableField, base: Json | undefined, mine: Json, waits: Json | undefined): Json {
  const merge = mergeField(field, {
    ...(base === undefined ? {} : { base: { value: base } }),
    mine,
    theirs: waits,
  });
  switch (merge.kind) {
    case 'take-mine':
      return merge.value;
    case 'nothing-left':
      return waits ?? null;
    case 'conflict':
      throw new DossierError(
        'outdated',
        `${field}: Another window or the terminal changed this meanwhile. Yours is not saved.`,
      );
  }
}

/** Whether the user wrote the value that a field has now, although the service may have it by now, too. */
function wasWrittenHere(
  db: ReadableDb,
  finding: FindingRow,
  field: EditableField,
  now: Json | undefined,
): boolean {
  const turns = turnsOf(db, finding, field);
  const own: (Json | undefined)[] = [];
  const theirs = [turns[0]?.was];
  const isIn = (values: readonly (Json | undefined)[], value: Json | undefined): boolean =>
    values.some((known) => sameOnceNormalised(field, known, value));
  for (const { by, was, now: became } of turns) {
    if (by === 'person') own.push(became);
    // An own value that arrives at the service late is told as its change.
    else theirs.push(...[was, became].filter((value) => !isIn(own, value)));
  }
  return isIn(own, now) && !isIn(theirs, now);
}

/**
 * If the service has another value `now` than was `seen`, follows the user's own edits back to one that the service
 * had. Absent if there is none: the user is then asked about the service's value.
 */
function asTheServiceHad(
  db: ReadableDb,
  finding: FindingRow,
  field: EditableField,
  { seen, now }: { readonly seen: Json | undefined; readonly now: Json | undefined },
): Json | undefined {
  const turns = turnsOf(db, finding, field);
  const moves = turns.filter(({ by }) => by === 'service');
  const had = [now, ...moves.flatMap((move) => [move.was, move.now])];
  const isTheirs = (value: Json | undefined): boolean => had.some((known) => equalJson(known, value));
  let value = seen;
  for (const turn of turns.toReversed()) {
    if (isTheirs(value)) return value;
    if (turn.by === 'person' && equalJson(turn.now, value)) value = turn.was;
  }
  return isTheirs(value) ? value : undefined;
}

/** One change of a field, as the history tells it; no `was` or `now`: there was no such member. */
interface Turn {
  readonly by: 'service' | 'person';
  readonly was: Json | undefined;
  readonly now: Json | undefined;
}

/** What became of a field, oldest first. */
function turnsOf(db: ReadableDb, finding: FindingRow, field: EditableField): Turn[] {
  return readHistory(db, finding).flatMap(({ what, detailJson }): Turn[] => {
    if (detailJson === null || !turning.has(what)) return [];
    const fields = memberOf(parseObject(detailJson), 'fields');
    const sides = isObject(fields) ? memberOf(fields, field) : undefined;
    if (!isObject(sides)) return [];
    return [
      {
        by: what === 'changed' ? 'service' : 'person',
        was: memberOf(sides, 'was'),
        now: memberOf(sides, 'now'),
      },
    ];
  });
}

/** Entries of the history that tell what fields were and what they became. */
const turning: ReadonlySet<string> = new Set(['changed', 'edited', 'status-asked', 'resolved']);

/**
 * Whether another user has replaced the value that the user's own newest change gave a field. It counts as
 * replaced even if the same value came back later.
 *
 * @param mine what that change made of it
 */
export function wasReplaced(
  db: ReadableDb,
  finding: FindingRow,
  field: EditableField,
  mine: Json | undefined,
): boolean {
  const turns = turnsOf(db, finding, field);
  const last = turns.findLastIndex(({ by }) => by === 'person');
  const own = turns.slice(0, last + 1).filter(({ by }) => by === 'person');
  const landed = (value: Json | undefined): boolean =>
    own.some(({ now }) => sameOnceNormalised(field, now, value));
  // An own value that arrives at the service late is told as its change too.
  return turns.slice(last + 1).some(({ was, now }) => sameOnceNormalised(field, was, mine) && !landed(now));
}
