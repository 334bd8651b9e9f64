import { DossierError } from '#contract/error.ts';
import type { FindingRow } from '#contract/finding/finding.ts';
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
import { writeEngagementSetting } from '#engine/record/engagement-settings.ts';
import { eligibilityFacts, ineligibility } from '#engine/outbox/eligibility.ts';
import { enqueueChecked, enqueueCreation } from '#engine/outbox/edit.ts';
import { recordUndoEntry, undoText } from '#engine/outbox/undo-log.ts';
import type { ImportDraft } from './draft.ts';
import { planImport } from './plan.ts';

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
    const added = new Map<FindingRow, { assets: string[]; groups: ScanGroup[] }>();
    const enqueued: Enqueued[] = [];
    for (const { group, match } of plan.groups) {
      switch (match.kind) {
        case 'new':
          enqueued.push(create(ctx, draft, group));
          break;
        case 'extends': {
          const { finding } = match.finding;
          const { assets, groups } = added.get(finding) ?? { assets: [], groups: [] };
          added.set(finding, { assets: [...assets, ...match.assets], groups: [...groups, group] });
          break;
        }
        case 'known':
        case 'closed':
          known.set(match.finding.finding, [...(known.get(match.finding.finding) ?? []), group]);
          break;
      }
    }
    for (const [finding, { assets, groups }] of added) {
      const extended = extend(ctx, finding, assets, groups);
      if (extended === null) known.set(finding, [...(known.get(finding) ?? []), ...groups]);
      else enqueued.push(extended);
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
  const undoJson = stringify({ created: digestOf(stringify(checked.body)) });
  return { finding: item.finding, operation, undoJson, groups: [group] };
}

/** Adds assets to a finding; null if it may not be edited. */
function extend(
  ctx: ServiceContext,
  finding: FindingRow,
  assets: readonly string[],
  groups: readonly ScanGroup[],
): Enqueued | null {
  const facts = eligibilityFacts(ctx.db, finding);
  if (facts === null || ineligibility(ctx, finding, { kind: 'edit-many' }, facts) !== null) return null;
  const before = memberOf(facts.effective, 'asset');
  const now = before ?? [];
  const entries: readonly Json[] = isList(now) ? now : now === '' ? [] : [now];
  const asset = [...entries, ...new Set(assets)];
  const id = shownId(readIdentity(ctx.db, finding));
  const item = enqueueChecked(ctx, finding, id, { asset }, { facts });
  recordUndoEntry(ctx, finding, { asset }, facts.effective);
  return {
    finding,
    operation: writtenOperation(ctx.db, item.op),
    undoJson: undoText([{ field: 'asset', before, after: asset }]),
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
