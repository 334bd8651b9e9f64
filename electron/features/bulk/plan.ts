import type { BulkAction, LeftOutReason } from '#contract/procedures/findings/bulk.ts';
import type { FindingRow } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { equalJson, isList, stringify } from '#domain/base/json.ts';
import { isEmptyValue } from '#domain/merge/index.ts';
import { wordOf } from '#domain/text/words/digest.ts';
import { memberOf, type FieldPatch } from '#domain/finding/record.ts';
import { checkEdit } from '#domain/finding/rules.ts';
import type { EffectiveParts } from '#db/tables/findings/lists.ts';
import { openItemsOf } from '#db/tables/outbox/operations.ts';
import type { ServiceContext } from '#engine/context.ts';
import { droppedByDeletion, isUnsentCreation } from '#engine/outbox/delete.ts';
import {
  eligibilityFacts,
  ineligibility,
  ineligibilityClause,
  type EligibilityFacts,
  type Ineligibility,
  type Intent,
} from '#engine/outbox/eligibility.ts';
import { digest } from '#engine/intake/apply-record.ts';
import { foundIn, noHits, replacerOf, type ReplacementHits, type Replacement } from './replace.ts';

/** What an action does to one finding. */
export type FindingPlan =
  | { readonly kind: 'status'; readonly was: Json | undefined }
  | {
      readonly kind: 'delete';
      /** It was never sent, and is dropped where it stands. */
      readonly unsent: boolean;
      /** Pending changes that are discarded with it. */
      readonly dropped: number;
      /** The record that the deletion is decided over. */
      readonly over: number;
    }
  | {
      readonly kind: 'edit';
      readonly changes: FieldPatch;
      readonly replaced: number;
      /** The values that it replaces: another user's may have come there since (promise 6). */
      readonly over: number;
    }
  | {
      readonly kind: 'review';
      /** The record that is decided on. */
      readonly over: number;
    }
  | {
      readonly kind: 'left';
      readonly reason: LeftOutReason;
      /** Why, as a clause: "it is not on the service yet"; null if the edit itself changes nothing. */
      readonly why: string | null;
      /** Words of the rule, for `rule`; else null. */
      readonly message: string | null;
    };

/** A plan, with the finding that it was made for as it is now. */
export interface Planned {
  readonly plan: FindingPlan;
  readonly effective: JsonObject;
  readonly hits: ReplacementHits;
}

/** Plans an action for one finding after another. */
export type Planner = (finding: FindingRow) => Planned;

/**
 * What an action would do to each finding, from the store as it is when asked. Preview and run ask the same planner, so
 * that the one shows what the other does.
 */
export function plannerOf(ctx: ServiceContext, project: string, action: BulkAction): Planner {
  const edit = editOf(action);
  const intent = intentOf(action);
  return (finding) => {
    const facts = eligibilityFacts(ctx.db, finding);
    if (facts?.parts.project !== project)
      return { plan: left({ reason: 'gone', ours: false }), effective: {}, hits: noHits };
    const { parts, effective } = facts;
    const why = ineligibility(ctx, finding, intent, facts);
    if (why !== null) return { plan: left(why), effective, hits: noHits };
    switch (action.kind) {
      case 'status':
        return { plan: { kind: 'status', was: memberOf(effective, 'status') }, effective, hits: noHits };
      case 'delete':
        return { plan: planDeletion(ctx, finding, parts), effective, hits: noHits };
      case 'review':
        return { plan: planReview(ctx, finding, facts), effective, hits: noHits };
      case 'severity':
      case 'tags':
      case 'asset':
      case 'replace':
        return planEdit(ctx, finding, effective, edit);
    }
  };
}

function intentOf(action: BulkAction): Intent {
  switch (action.kind) {
    case 'status':
    case 'delete':
      return action;
    case 'review':
      return { kind: 'review' };
    case 'severity':
    case 'tags':
    case 'asset':
    case 'replace':
      return { kind: 'edit-many' };
  }
}

/** A word that is another one if a plan is. */
export function fingerprintOf({ plan }: Planned): number {
  return wordOf(
    stringify(
      plan.kind === 'status'
        ? { kind: plan.kind, ...(plan.was === undefined ? {} : { was: plan.was }) }
        : { ...plan },
    ),
  );
}

function left(why: Ineligibility): FindingPlan {
  return { kind: 'left', reason: leftOutReason(why), why: ineligibilityClause(why), message: null };
}

function leftOutReason({ reason }: Ineligibility): LeftOutReason {
  switch (reason) {
    case 'same-status':
      return 'already';
    case 'unreadable':
    case 'discarded':
    case 'already':
    case 'deletion':
    case 'gone':
    case 'not-sent':
    case 'candidate':
    case 'not-candidate':
      return reason;
  }
}

/** A decision that is pending or came back is decided again where its candidate is shown with what changed. */
function planReview(
  { db, profile }: ServiceContext,
  finding: FindingRow,
  { base, parts }: EligibilityFacts,
): FindingPlan {
  const decided = parts.items.length > 0 && openItemsOf(db, finding).some(({ kind }) => kind === 'review');
  if (decided)
    return { kind: 'left', reason: 'decided', why: 'a decision on it is pending already', message: null };
  return { kind: 'review', over: wordOf(digest(base ?? {}, profile)) };
}

function planDeletion(
  { db }: ServiceContext,
  finding: FindingRow,
  { baseJson, items }: EffectiveParts,
): FindingPlan {
  const dropped = items.length === 0 ? [] : droppedByDeletion(db, finding);
  const unsent = items.length > 0 && isUnsentCreation(openItemsOf(db, finding)[0]);
  return { kind: 'delete', unsent, dropped: dropped.length, over: wordOf(baseJson ?? '') };
}

/** What an edit makes of a finding. */
interface Made {
  readonly changes: Readonly<Record<string, Json>>;
  readonly hits: ReplacementHits;
  readonly replaced: number;
  /** Why it is left out, if nothing changes, with the words of a rule. */
  readonly otherwise: LeftOutReason;
  readonly message: string | null;
}

type Edit = (finding: FindingRow, effective: JsonObject) => Made;

function editOf(action: BulkAction): Edit {
  switch (action.kind) {
    case 'severity':
      return (_finding, effective) => made(effective, 'severity', action.severity);
    case 'tags':
    case 'asset':
      return (_finding, effective) => made(effective, action.kind, entriesAfter(effective, action));
    case 'replace':
      return replacing(action);
    case 'status':
    case 'delete':
    case 'review':
      return () => ({ ...nothing, changes: {} });
  }
}

const nothing = { hits: noHits, replaced: 0, otherwise: 'already', message: null } as const;

function made(effective: JsonObject, field: 'severity' | 'tags' | 'asset', value: Json): Made {
  const now = memberOf(effective, field);
  const same = equalJson(now, value) || (isEmptyValue(now) && isEmptyValue(value));
  return { ...nothing, changes: same ? {} : { [field]: value } };
}

/** A list without some entries and with others behind those that stay; what stays, stays as it came. */
function entriesAfter(
  effective: JsonObject,
  { kind, add, remove }: Extract<BulkAction, { kind: 'tags' | 'asset' }>,
): Json {
  const now = memberOf(effective, kind) ?? [];
  const entries = isList(now) ? now : now === '' ? [] : [now];
  const stay = entries.filter((entry) => typeof entry !== 'string' || !remove.includes(entry));
  const fresh = [...new Set(add)].filter((entry) => !stay.includes(entry));
  // A single text stays one if nothing happens to it.
  return stay.length === entries.length && fresh.length === 0 ? now : [...stay, ...fresh];
}

function replacing(action: Replacement): Edit {
  const inFinding = replacerOf(action);
  return (finding, effective) => {
    const { fields, moved } = inFinding(finding, effective);
    const hits = foundIn(fields);
    // What was taken out are places of another text than the one that is here now.
    if (moved) return { ...nothing, changes: {}, hits, otherwise: 'changed' };
    const replaced = fields.reduce((sum, field) => sum + field.replaced, 0);
    const [broken] = hits.broken.keys();
    return {
      changes: Object.fromEntries(
        fields.flatMap(({ field, after }) => (after === undefined ? [] : [[field, after]])),
      ),
      hits,
      replaced,
      otherwise: broken === undefined ? (replaced > 0 ? 'already' : 'no-hit') : 'rule',
      message: broken ?? null,
    };
  };
}

function planEdit(ctx: ServiceContext, finding: FindingRow, effective: JsonObject, edit: Edit): Planned {
  const { changes, hits, replaced, otherwise, message } = edit(finding, effective);
  if (Object.keys(changes).length === 0)
    return { plan: { kind: 'left', reason: otherwise, why: null, message }, effective, hits };
  const checked = checkEdit(changes, effective, ctx.profile);
  if (checked.kind === 'invalid') {
    return { plan: { kind: 'left', reason: 'rule', why: null, message: checked.message }, effective, hits };
  }
  const before = Object.keys(checked.patch).map((field) => memberOf(effective, field) ?? null);
  const plan: FindingPlan = {
    kind: 'edit',
    changes: checked.patch,
    replaced,
    over: wordOf(stringify(before)),
  };
  return { plan, effective, hits };
}
