import { DossierError } from '#contract/error.ts';
import type { EditableField, FindingRow } from '#contract/finding/finding.ts';
import type { Json } from '#contract/json.ts';
import type { ImportChoices } from '#contract/procedures/findings/import.ts';
import type { RecordedAction } from '#contract/procedures/findings/bulk.ts';
import { isList, stringify } from '#domain/base/json.ts';
import { checkCreate } from '#domain/finding/rules.ts';
import { memberOf } from '#domain/finding/record.ts';
import { findingBody } from '#domain/scans/finding-body.ts';
import type { ScanGroup } from '#domain/scans/groups.ts';
import { digestOf } from '#domain/text/words/digest.ts';
import { changeBulkItem, insertBulk, waitingItems } from '#db/tables/outbox/bulk.ts';
import { recordHistory } from '#db/tables/findings/history.ts';
import { insertOrigin } from '#db/tables/findings/origins.ts';
import { itemsOf, type OperationRow, writtenOperation } from '#db/tables/outbox/operations.ts';
import { readIdentity, shownId } from '#db/tables/findings/records.ts';
import { hasEngagement } from '#db/tables/engagements.ts';
import { transaction } from '#db/store/transaction.ts';
import { nowIso, type ServiceContext } from '#engine/context.ts';
import { noEngagement } from '#engine/record/engagements.ts';
import { putEvidence, type EvidenceName } from '#engine/record/put-evidence.ts';
import { writeEngagementSetting } from '#engine/record/engagement-settings.ts';
import { eligibilityFacts, ineligibility } from '#engine/outbox/eligibility.ts';
import { enqueueChecked, enqueueCreation } from '#engine/outbox/edit.ts';
import { fieldsOf } from '#engine/record/conflict-codec.ts';
import { recordUndoEntry, undoText } from '#engine/outbox/undo-log.ts';
import type { ImportDraft } from './draft.ts';
import { assetsAdded, planImport } from './plan.ts';

/** One finding of an import with the operation that carries it. */
interface Enqueued {
  readonly finding: FindingRow;
  readonly operation: OperationRow;
  readonly undoJson: string;
  readonly groups: readonly ScanGroup[];
}

/**
 * Queues what an import does in one transaction, as one bulk action under the name `bulk`, which undoes it as one. Where each
 * finding came from is noted, also of those that nothing changes for.
 *
 * @returns the operations, none if there was nothing to queue
 * @throws DossierError `not-found`, `outdated` (the plan is another one than the user was shown), `invalid`
 */
export function queueImport(
  ctx: ServiceContext,
  draft: ImportDraft,
  ask: { readonly bulk: string; readonly choices: ImportChoices; readonly fingerprint: string },
): OperationRow[] {
  const { db } = ctx;
  const { project } = draft;
  return transaction(db, () => {
    if (!hasEngagement(db, project)) throw noEngagement(project);
    const plan = planImport(ctx, draft, ask.choices);
    if (plan.fingerprint !== ask.fingerprint) {
      throw new DossierError(
        'outdated',
        'Findings changed since the preview. Nothing was queued. Preview again.',
      );
    }
    writeEngagementSetting(ctx, project, 'imports', draft.rules);
    const known = new Map<FindingRow, ScanGroup[]>();
    const changes = new Map<FindingRow, Change>();
    const enqueued: Enqueued[] = [];
    const note = (finding: FindingRow, group: ScanGroup): unknown =>
      known.set(finding, [...(known.get(finding) ?? []), group]);
    for (const planned of plan.groups) {
      const { group, match, statuses } = planned;
      if (match.kind === 'new') {
        enqueued.push(create(ctx, draft, group));
        continue;
      }
      const { finding } = match.finding;
      const assets = assetsAdded(planned);
      for (const { finding: reopened, status } of statuses) addChange(changes, reopened, { group, status });
      if (assets.length > 0) addChange(changes, finding, { group, assets });
      else if (statuses.every((one) => one.finding !== finding)) note(finding, group);
    }
    for (const [finding, change] of changes) {
      const changed = edit(ctx, finding, change);
      if (changed === null) for (const group of change.groups) note(finding, group);
      else enqueued.push(changed);
    }
    const number = enqueued.length === 0 ? null : recordAction(ctx, draft, ask.bulk, enqueued);
    for (const { finding, groups, operation } of enqueued)
      noteOrigins(ctx, draft, { number, finding, groups, op: operation.op });
    for (const [finding, groups] of known) noteOrigins(ctx, draft, { number, finding, groups, op: null });
    return enqueued.map(({ operation }) => operation);
  });
}

function create(ctx: ServiceContext, draft: ImportDraft, group: ScanGroup): Enqueued {
  const checked = checkCreate(findingBody(group, draft.rules.severityMapping, ctx.profile));
  if (checked.kind === 'invalid') throw new DossierError('invalid', `${group.key}: ${checked.message}`);
  const { project } = draft;
  const operation = enqueueCreation(ctx, { op: ctx.ids.next(), project, body: checked.body });
  const [item] = itemsOf(ctx.db, operation.seq);
  if (item === undefined) throw new Error('a creation has no finding');
  const evidence = putImages(ctx, item.finding, group);
  const undoJson = stringify({ created: digestOf(stringify(checked.body)), evidence });
  return { finding: item.finding, operation, undoJson, groups: [group] };
}

/** The images of a group become evidence of its finding, each once; answers their identifiers. */
function putImages(ctx: ServiceContext, finding: FindingRow, { images }: ScanGroup): string[] {
  const put: EvidenceName[] = [];
  for (const taken of new Map(images.map((image) => [image.sha256, image])).values())
    put.push(putEvidence(ctx, finding, { name: taken.name, caption: '', taken }, put));
  return put.map(({ evidence }) => evidence);
}

/** What an import changes of a finding that is there. */
interface Change {
  readonly assets: readonly string[];
  /** Null: it keeps its own. */
  readonly status: string | null;
  readonly groups: readonly ScanGroup[];
}

function addChange(
  changes: Map<FindingRow, Change>,
  finding: FindingRow,
  { group, assets = [], status = null }: Partial<Change> & { readonly group: ScanGroup },
): void {
  const before = changes.get(finding) ?? { assets: [], status: null, groups: [] };
  changes.set(finding, {
    assets: [...before.assets, ...assets],
    status: status ?? before.status,
    groups: before.groups.includes(group) ? before.groups : [...before.groups, group],
  });
}

/** Enqueues a change as one edit; null if the finding may not be edited. */
function edit(ctx: ServiceContext, finding: FindingRow, { assets, status, groups }: Change): Enqueued | null {
  const facts = eligibilityFacts(ctx.db, finding);
  if (facts === null || ineligibility(ctx, finding, { kind: 'edit-many' }, facts) !== null) return null;
  const now = memberOf(facts.effective, 'asset') ?? [];
  const entries: readonly Json[] = isList(now) ? now : now === '' ? [] : [now];
  const fields: Partial<Record<EditableField, Json>> = {
    ...(assets.length === 0 ? {} : { asset: [...entries, ...new Set(assets)] }),
    ...(status === null ? {} : { status }),
  };
  const id = shownId(readIdentity(ctx.db, finding));
  const item = enqueueChecked(ctx, finding, id, fields, { facts });
  recordUndoEntry(ctx, finding, fields, facts.effective);
  return {
    finding,
    operation: writtenOperation(ctx.db, item.op),
    undoJson: undoText(
      fieldsOf(fields).map((field) => ({
        field,
        before: memberOf(facts.effective, field),
        after: fields[field] ?? null,
      })),
    ),
    groups,
  };
}

function recordAction(
  ctx: ServiceContext,
  { project, files }: ImportDraft,
  bulk: string,
  enqueued: readonly Enqueued[],
): number {
  const action: RecordedAction = { kind: 'import', files: files.map(({ name }) => name) };
  const number = insertBulk(
    ctx.db,
    { bulk, project, at: nowIso(ctx), actionJson: stringify(action) },
    enqueued.map(({ finding }) => ({ finding, fingerprint: 0 })),
  );
  const byFinding = new Map(enqueued.map((one) => [one.finding, one]));
  for (const { item, finding } of waitingItems(ctx.db, number, enqueued.length)) {
    const one = byFinding.get(finding);
    if (one === undefined) continue;
    const { operation, undoJson } = one;
    changeBulkItem(ctx.db, item, { step: 'laid', seq: operation.seq, undoJson, reason: null, message: null });
  }
  return number;
}

function noteOrigins(
  ctx: ServiceContext,
  { files }: ImportDraft,
  of: {
    readonly number: number | null;
    readonly finding: FindingRow;
    readonly groups: readonly ScanGroup[];
    readonly op: string | null;
  },
): void {
  const at = nowIso(ctx);
  const { finding, number, op } = of;
  for (const group of of.groups) {
    for (const { tool, rule } of group.rules) {
      for (const place of group.files) {
        const file = files[place];
        if (file === undefined) continue;
        const { name, sha256 } = file;
        if (!insertOrigin(ctx.db, { finding, number, tool, rule, file: name, sha256, at })) continue;
        recordHistory(ctx.db, finding, {
          at,
          what: 'imported',
          ...(op === null ? {} : { op }),
          detailJson: stringify({ tool, rule, file: name, sha256 }),
        });
      }
    }
  }
}
