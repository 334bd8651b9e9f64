import { hash } from 'node:crypto';
import { setFields, textFields, type EditableField } from '#contract/finding/finding.ts';
import type { ConflictAnswers, ConflictPart } from '#contract/procedures/findings/conflict.ts';
import type { JsonObject } from '#contract/json.ts';
import { reviewPayloadSchema, type Conflict, type ReviewPayload } from '#contract/finding/operation.ts';
import { canonical, stringify } from '#domain/base/json.ts';
import { isEmptyValue } from '#domain/merge/index.ts';
import { memberOf } from '#domain/finding/record.ts';
import type { OpenItem } from '#db/tables/outbox/operations.ts';
import type { ReadContext } from '../context.ts';
import { parseObject, readBase } from '../record/merge-base.ts';
import { fieldsOf, parseConflict, parsePatch } from '../record/conflict-codec.ts';
import { canCreateAgain } from './create-again.ts';
import { offeredIn } from '../outbox/view/next-step.ts';
import { outdatedConflict } from '../record/record-diff.ts';

/** A question as it stands now: the service may have moved on since it came up. */
export interface OpenConflict {
  readonly conflict: Conflict;
  /** The service's record as it was last seen; null if nothing readable is there. */
  readonly record: JsonObject | null;
  /** Names this state of the question (promise 6: a person settles what they were shown). */
  readonly fingerprint: string;
}

/**
 * The conflict of an item with what the service has now in the place of what it had when the conflict came up. A sync
 * does not judge a conflict again, but it brings newer records.
 */
export function openConflictOf(ctx: ReadContext, item: OpenItem): OpenConflict {
  const stored = parseConflict(item.conflictJson ?? '{}');
  const record = readBase(ctx.db, item.finding);
  const conflict = refreshed(ctx, item, stored, record);
  // What was decided over the whole record is decided anew whatever moved on in it, named by the interface or not.
  const whole =
    isOverWhole(item, stored) && record !== null ? canonical(record, new Set(ctx.profile.volatile)) : '';
  const fields = Object.entries(conflict.fields).map(([field, sides]) => [field, { ...sides }] as const);
  const told = stringify([item.op, item.revision, conflict.reason, Object.fromEntries(fields), whole]);
  return { conflict, record, fingerprint: hash('sha256', told, 'base64url') };
}

function refreshed(ctx: ReadContext, item: OpenItem, stored: Conflict, record: JsonObject | null): Conflict {
  if (stored.reason === 'gone' || record === null) return stored;
  if (item.seenJson !== null) return outdatedConflict(parseObject(item.seenJson), record, ctx.profile);
  const fields = Object.entries(stored.fields).map(([field, { theirs: _then, ...own }]) => {
    const now = memberOf(record, field);
    return [field, now === undefined ? own : { ...own, theirs: now }] as const;
  });
  return { reason: stored.reason, fields: Object.fromEntries(fields) };
}

/** Whether a deletion or a decision is in question, which were made over the whole record. */
export function isOverWhole(item: OpenItem, { reason }: Pick<Conflict, 'reason'>): boolean {
  return reason !== 'gone' && item.seenJson !== null;
}

/** Which answers the conflict of an item takes. */
export function answersTo(item: OpenItem, conflict: Conflict): ConflictAnswers {
  if (conflict.reason === 'gone') return { mine: canCreateAgain(item), theirs: true, own: false };
  const own = !isOverWhole(item, conflict) && item.kind !== 'bulk-status';
  const { asset } = conflict.fields;
  if (conflict.reason !== 'empty-asset' || asset === undefined) return { mine: true, theirs: true, own };
  // An update must name an asset: an answer without one would be the same question again.
  const carriesMore = fieldsOf(parsePatch(item.patchJson)).some((field) => field !== 'asset');
  return { mine: !isEmptyValue(asset.mine), theirs: !isEmptyValue(asset.theirs) || !carriesMore, own };
}

/** What a review decided, or null for any other operation. */
export function reviewOf(item: Pick<OpenItem, 'kind' | 'payloadJson'>): ReviewPayload | null {
  return item.kind === 'review' ? reviewPayloadSchema.parse(JSON.parse(item.payloadJson)) : null;
}

const isMany: ReadonlySet<string> = new Set<EditableField>([...setFields, ...textFields]);

/** The fields in question whose values are single ones. */
export function singleValues(conflict: Conflict): readonly ConflictPart[] {
  return partsOf(conflict).filter(({ field }) => !isMany.has(field));
}

/** The fields in question with each side, in the order of the interface. */
export function partsOf({ fields }: Conflict): readonly ConflictPart[] {
  return Object.entries(fields).map(([field, sides]) => ({ field: field as EditableField, ...sides }));
}

/**
 * Groups conflicts that share operation kind, reason, fields and, for scalars, both values, so that the user answers
 * them at once.
 */
export function causeOf(item: OpenItem, conflict: Conflict): string {
  const values = singleValues(conflict).map(({ field, mine, theirs }) => ({
    field,
    ...(mine === undefined ? {} : { mine }),
    ...(theirs === undefined ? {} : { theirs }),
  }));
  const { kind } = item;
  const { reason, fields } = conflict;
  const told = [
    kind,
    reviewOf(item)?.decision ?? '',
    reason,
    offeredIn(conflict),
    Object.keys(fields),
    values,
  ];
  return hash('sha256', stringify(told), 'base64url').slice(0, 22);
}
