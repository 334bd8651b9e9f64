import type { BulkAction, LeftOutReason } from '#contract/procedures/findings/bulk.ts';
import type { FindingRow } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { equalJson, isList, stringify } from '#domain/base/json.ts';
import { isEmptyValue } from '#domain/merge/index.ts';
import { wordOf } from '#domain/text/words/digest.ts';
import { isCandidate, memberOf, textOf, type FieldPatch } from '#domain/finding/record.ts';
import { checkEdit } from '#domain/finding/rules.ts';
import { readEffectiveParts, type EffectiveParts } from '#db/tables/findings/lists.ts';
import { openItemsOf } from '#db/tables/outbox/operations.ts';
import type { ServiceContext } from '#engine/context.ts';
import { withPendingPatches } from '#engine/record/list-rows.ts';
import { foundIn, noHits, replacerOf, type Found, type Replacement } from './replace.ts';

/** What an action does to one finding. */
export type Plan =
  | { readonly kind: 'status'; readonly was: Json | undefined }
  | {
      readonly kind: 'delete';
      /** It was never sent, and is dropped where it stands. */
      readonly unsent: boolean;
      /** Edits that wait and go with it. */
      readonly edits: number;
      /** The record that the deletion is decided over. */
      readonly over: number;
    }
  | {
      readonly kind: 'edit';
      readonly changes: FieldPatch;
      readonly replaced: number;
      /** The values that it replaces: somebody else's may have come there since (promise 6). */
      readonly over: number;
    }
  | { readonly kind: 'left'; readonly reason: LeftOutReason; readonly message: string | null };

/** A plan, with the finding that it was made for as it is now. */
export interface Planned {
  readonly plan: Plan;
  readonly effective: JsonObject;
  readonly hits: Found;
}

/** Plans an action for one finding after another. */
export type Planner = (finding: FindingRow) => Planned;

/**
 * What an action would do to each finding, from the store as it is when asked. Preview and run ask the same planner, so
 * that the one shows what the other does.
 */
export function plannerOf(ctx: ServiceContext, project: string, action: BulkAction): Planner {
  const edit = editOf(action);
  return (finding) => {
    const parts = readEffectiveParts(ctx.db, finding);
    if (parts?.project !== project || isNowhere(parts)) return none(left('gone'));
    const { effective } = withPendingPatches(parts);
    const shut = whyShut(ctx, finding, parts, action);
    if (shut !== null) return { plan: left(shut), effective, hits: noHits };
    switch (action.kind) {
      case 'status':
        return { plan: planStatus(ctx, parts, effective, action.status), effective, hits: noHits };
      case 'delete':
        return { plan: planDeletion(ctx, finding, parts), effective, hits: noHits };
      case 'severity':
      case 'tags':
      case 'asset':
      case 'replace':
        return planEdit(ctx, finding, effective, edit);
    }
  };
}

/** A word that is another one if a plan is. */
export function stampOf({ plan }: Planned): number {
  return wordOf(
    stringify(
      plan.kind === 'status'
        ? { kind: plan.kind, ...(plan.was === undefined ? {} : { was: plan.was }) }
        : { ...plan },
    ),
  );
}

function left(reason: LeftOutReason, message: string | null = null): Plan {
  return { kind: 'left', reason, message };
}

function none(plan: Plan): Planned {
  return { plan, effective: {}, hits: noHits };
}

/** Neither the service nor an operation has it: one that was made here and dropped. */
function isNowhere({ baseJson, items }: EffectiveParts): boolean {
  return baseJson === null && items.length === 0;
}

function whyShut(
  { db }: ServiceContext,
  finding: FindingRow,
  { readable, goneAt, items }: EffectiveParts,
  { kind }: BulkAction,
): LeftOutReason | null {
  if (readable === 0) return 'unreadable';
  if (goneAt !== null) return 'gone';
  const toGo =
    items.length > 0 &&
    openItemsOf(db, finding).some((item) => item.kind === 'delete' || item.kind === 'bulk-delete');
  if (!toGo) return null;
  return kind === 'delete' ? 'already' : 'deletion';
}

function planStatus(
  { profile }: ServiceContext,
  { serviceId }: EffectiveParts,
  effective: JsonObject,
  status: string,
): Plan {
  if (serviceId === null) return left('not-sent');
  if (isCandidate(effective, profile)) return left('candidate');
  if (textOf(effective, 'status') === status) return left('already');
  return { kind: 'status', was: memberOf(effective, 'status') };
}

function planDeletion(
  { db }: ServiceContext,
  finding: FindingRow,
  { baseJson, items }: EffectiveParts,
): Plan {
  const open = items.length === 0 ? [] : openItemsOf(db, finding);
  const [head] = open;
  const unsent = head?.kind === 'create' && head.state === 'queued' && head.attempts === 0;
  const edits = open.filter(
    ({ kind, state }) => kind === 'update' && state !== 'sending' && state !== 'unknown',
  );
  return { kind: 'delete', unsent, edits: edits.length, over: wordOf(baseJson ?? '') };
}

/** What an edit makes of a finding. */
interface Made {
  readonly changes: Readonly<Record<string, Json>>;
  readonly hits: Found;
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
  if (Object.keys(changes).length === 0) return { plan: left(otherwise, message), effective, hits };
  const checked = checkEdit(changes, effective, ctx.profile);
  if (checked.kind === 'invalid') return { plan: left('rule', checked.message), effective, hits };
  const before = Object.keys(checked.patch).map((field) => memberOf(effective, field) ?? null);
  const plan: Plan = { kind: 'edit', changes: checked.patch, replaced, over: wordOf(stringify(before)) };
  return { plan, effective, hits };
}
