import { editableFields } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Conflict } from '#contract/finding/operation.ts';
import { stringify } from '#domain/base/json.ts';
import { mergeRecord, type FieldBases } from '#domain/merge/index.ts';
import { isFilled } from '#domain/finding/filled.ts';
import { givenIdOf, isCandidate, listOf, memberOf, type FieldPatch } from '#domain/finding/record.ts';
import { lostReferences } from '#domain/text/references/wire-text.ts';
import { dropAlteredValues } from '#db/tables/outbox/altered-values.ts';
import { changeItem, type OpenItem } from '#db/tables/outbox/operations.ts';
import type { ServiceContext } from '../../context.ts';
import { updatesWait } from '../../outbox/probe/partial-update-probe.ts';
import {
  basesText,
  conflictFields,
  fieldsOf,
  goneConflict,
  isShown,
  parseBases,
  parsePatch,
} from '../../record/conflict-codec.ts';
import { carrySeenOver } from '../../record/record-diff.ts';
import type { Outgoing, OperationDriver } from './driver.ts';
import { finishItem, moveItem, markConflicted, rejectItem } from '../../outbox/operation-state.ts';

/** An update: three-way merge per field with what was just read, then the changed fields (interface, "Findings" 1). */
export const updateDriver: OperationDriver = {
  prepare: prepareUpdate,
  gone: (ctx, item) => {
    markConflicted(ctx, item, goneConflict(item));
  },
  afterConflict: 'merge-again',
  notLanded: 'send-again',
  limit: 'findings',
  sentValues: (item) => sentOf(item),
  landed: (_place, item, record) => record !== null && isShown(sentOf(item), record),
  finish: (ctx, item, before, after) => {
    const sent = sentOf(item);
    finishItem(ctx, item, 'confirmed', { fields: fieldsOf(sent) });
    dropAlteredValues(ctx.db, item.finding, fieldsOf(sent));
    if (before === null || after === null) return;
    carrySeenOver(ctx, item.finding, before, after, fieldsOf(sent));
  },
  conflicted: (ctx, item, theirs) => {
    const fields = conflictFields(parsePatch(item.patchJson), parseBases(item.basesJson), theirs);
    markConflicted(ctx, item, { reason: 'fields', fields });
  },
};

/** What an item last sent, or would have sent. */
export function sentOf(item: Pick<OpenItem, 'sentJson' | 'patchJson'>): FieldPatch {
  return parsePatch(item.sentJson ?? item.patchJson);
}

function prepareUpdate(
  ctx: ServiceContext,
  item: OpenItem,
  serviceId: string,
  theirs: JsonObject,
): Outgoing | null {
  const patch = parsePatch(item.patchJson);
  const bases = parseBases(item.basesJson);
  const merged = mergeRecord(patch, bases, theirs);
  if (merged.kind === 'nothing-left') {
    finishItem(ctx, item, 'agreed');
    dropAlteredValues(ctx.db, item.finding, fieldsOf(patch));
    return null;
  }
  if (merged.kind === 'conflict') {
    if (!askAboutReferences(ctx, item, merged.conflict)) markConflicted(ctx, item, merged.conflict);
    return null;
  }
  // The read just before may have shown what an earlier update did.
  if (updatesWait(ctx)) return null;
  const sent = ctx.profile.updateSends === 'all-fields' ? wholeOf(ctx, theirs, merged.fields) : merged.fields;
  const carried = {
    ...(sent.title === undefined ? { title: memberOf(theirs, 'title') ?? '' } : {}),
    ...(sent.asset === undefined ? { asset: listOf(theirs, 'asset') } : {}),
  };
  const body = Object.fromEntries(
    Object.entries({
      id: memberOf(theirs, 'id') ?? givenIdOf(theirs, ctx.profile) ?? serviceId,
      ...sent,
      ...carried,
    }),
  );
  logMerge(ctx, item, patch, merged.fields);
  return {
    method: 'POST',
    fields: fieldsOf(sent),
    carried,
    sent: Object.fromEntries(Object.entries(sent)),
    send: (replay, call) => replay.client.updateFinding(call, item.project, body),
  };
}

const referencesDropped =
  'The service shows this text without the addresses of its images or links. Choose notes for "Images and links in texts" ' +
  'in the service profile (its member textReferences), then send the change again.';

/**
 * Rejects an edit, with advice for the user, if its only conflict is our own text without its addresses. The
 * service's value becomes its base. False: there is another conflict. Only a text that was sent before can be
 * ours: else another user took an image out.
 */
function askAboutReferences(ctx: ServiceContext, item: OpenItem, { reason, fields }: Conflict): boolean {
  if (reason !== 'fields' || ctx.profile.textReferences !== 'as-written') return false;
  const isOurs = Object.values(fields).every(
    ({ base, mine, theirs }) =>
      // A field of our own creation has no base.
      (item.attempts > 0 || base === undefined) &&
      typeof mine === 'string' &&
      typeof theirs === 'string' &&
      lostReferences(mine, theirs),
  );
  if (!isOurs) return false;
  const shown = Object.entries(fields).map(
    ([field, { theirs = null }]) => [field, { value: theirs }] as const,
  );
  const bases: FieldBases = { ...parseBases(item.basesJson), ...Object.fromEntries(shown) };
  changeItem(ctx.db, item, { basesJson: basesText(bases) });
  rejectItem(ctx, item, 200, referencesDropped);
  return true;
}

/** Every known field, for a service whose update replaces what is not sent; a pending candidate's status stays out. */
function wholeOf(ctx: ServiceContext, theirs: JsonObject, fields: FieldPatch): FieldPatch {
  const candidate = isCandidate(theirs, ctx.profile);
  const kept = editableFields.filter(
    (field) => isFilled(memberOf(theirs, field)) && !(candidate && field === 'status'),
  );
  return { ...Object.fromEntries(kept.map((field) => [field, theirs[field]])), ...fields };
}

/** An automatic merge is written down with what each side had, so that it can be undone. */
function logMerge(ctx: ServiceContext, item: OpenItem, patch: FieldPatch, merged: FieldPatch): void {
  const both = fieldsOf(merged).filter(
    (field) => stringify(merged[field] as Json) !== stringify(patch[field] as Json),
  );
  if (both.length === 0) return;
  moveItem(ctx, item, { state: 'queued' }, 'merged', {
    fields: Object.fromEntries(
      both.map((field) => [field, { mine: patch[field] as Json, merged: merged[field] as Json }]),
    ),
  });
}
