import type {
  BulkAction,
  BulkLeftOut,
  BulkPreview,
  LeftOutReason,
} from '#contract/procedures/findings/bulk.ts';
import type { FindingRow, ReplaceField } from '#contract/finding/finding.ts';
import { memberOf, severityRank, textOf } from '#domain/finding/record.ts';
import { hasEngagement } from '#db/tables/engagements.ts';
import type { ServiceContext } from '#engine/context.ts';
import { noEngagement } from '#engine/record/engagements.ts';
import { packRows, unpackRows } from '#engine/search/pack-rows.ts';
import { repeatBriefly, yieldTurn } from '#engine/schedule/yield-turn.ts';
import type { BulkCall } from './bulk-call.ts';
import { plannerOf, fingerprintOf, type FindingPlan, type Planned } from './plan.ts';
import { elsewhereOf } from './replace.ts';
import { namedFindings } from './results.ts';

/** So many findings are named for each reason. */
const maxNamed = 50;
/** The service takes so many identifiers in one request (interface, bulk requests). */
const maxInRequest = 500;

/**
 * What an action would do to a selection, finding by finding as the store is now. Others are answered meanwhile.
 *
 * @throws DossierError `not-found` (no such engagement), `invalid`; what the signal aborts with
 */
export async function previewBulk(
  ctx: ServiceContext,
  { project, rows, action }: { project: string; rows: string; action: BulkAction },
  { signal, progress }: BulkCall,
): Promise<BulkPreview> {
  if (!hasEngagement(ctx.db, project)) throw noEngagement(project);
  const findings = unpackRows(rows);
  const planner = plannerOf(ctx, project, action);
  const fingerprints = new Uint32Array(findings.length);
  const tally = new Tally(action);
  const candidates: number[] = [];
  for (let at = 0; at < findings.length;) {
    repeatBriefly(ctx, () => {
      const finding = findings[at];
      if (finding === undefined) return false;
      const planned = planner(finding as FindingRow);
      fingerprints[at] = fingerprintOf(planned);
      tally.add(finding, planned);
      if (planned.plan.kind === 'review') candidates.push(finding);
      at += 1;
      return true;
    });
    progress({ kind: 'bulk', phase: 'preview', bulk: null, done: at, total: findings.length });
    await yieldTurn({ clock: ctx.clock, signal });
  }
  return {
    ...tally.told(ctx),
    selected: findings.length,
    candidates: action.kind === 'review' ? packRows(Uint32Array.from(candidates)) : null,
    fingerprints: packRows(fingerprints),
  };
}

/** Counts what an action would do. */
class Tally {
  readonly #action: BulkAction;
  readonly #severities = new Map<string, number>();
  readonly #before = new Map<string, number>();
  readonly #left = new Map<
    string,
    { reason: LeftOutReason; message: string | null; findings: number[]; count: number }
  >();
  #total = 0;
  readonly #broken = new Map<string, number>();
  readonly #hitsElsewhere: ReturnType<typeof elsewhereOf> | null;
  readonly #elsewhere = new Map<ReplaceField, number>();
  #found = 0;
  #over = 0;
  #replaced = 0;
  #dropped = 0;
  #unsent = 0;

  constructor(action: BulkAction) {
    this.#action = action;
    this.#hitsElsewhere = action.kind === 'replace' ? elsewhereOf(action) : null;
  }

  add(finding: number, { plan, effective, hits }: Planned): void {
    this.#found += hits.count;
    this.#over = (Math.imul(this.#over, 31) + hits.over) >>> 0;
    for (const [message, many] of hits.broken) count(this.#broken, message, many);
    // What cannot be changed was not searched: whether it has hits elsewhere is of no use.
    const searched = hits.count > 0 || (plan.kind === 'left' && plan.reason === 'no-hit');
    if (this.#hitsElsewhere !== null && searched)
      for (const { field, count: many } of this.#hitsElsewhere(effective))
        count(this.#elsewhere, field, many);
    if (plan.kind === 'left') return this.#leave(finding, plan);
    this.#total += 1;
    count(this.#severities, textOf(effective, 'severity').trim().toLowerCase());
    const member =
      this.#action.kind === 'status' || this.#action.kind === 'severity' ? this.#action.kind : null;
    if (member !== null)
      count(this.#before, memberOf(effective, member) === undefined ? '' : textOf(effective, member));
    if (plan.kind === 'edit') this.#replaced += plan.replaced;
    if (plan.kind === 'delete') {
      this.#dropped += plan.dropped;
      this.#unsent += plan.unsent ? 1 : 0;
    }
  }

  #leave(finding: number, { reason, message }: Extract<FindingPlan, { kind: 'left' }>): void {
    const key = `${reason}\n${message ?? ''}`;
    const left = this.#left.get(key) ?? { reason, message, findings: [], count: 0 };
    left.count += 1;
    if (left.findings.length < maxNamed) left.findings.push(finding);
    this.#left.set(key, left);
  }

  told(ctx: ServiceContext): Omit<BulkPreview, 'selected' | 'candidates' | 'fingerprints'> {
    const { kind } = this.#action;
    const rank = (severity: string): number =>
      severity === '' ? Infinity : severityRank(severity, ctx.profile);
    const writes = this.#total - this.#unsent;
    return {
      total: this.#total,
      severities: [...this.#severities]
        .map(([severity, many]) => ({ severity, count: many }))
        .sort((one, other) => rank(one.severity) - rank(other.severity)),
      before: maxFirst(this.#before),
      leftOut: [...this.#left.values()]
        .sort((one, other) => other.count - one.count)
        .map(({ findings, ...rest }): BulkLeftOut => ({ ...rest, findings: namedFindings(ctx, findings) })),
      requests: {
        writes: kind === 'status' || kind === 'delete' ? Math.ceil(writes / maxInRequest) : writes,
        reads: writes * 2,
      },
      hits:
        kind === 'replace'
          ? {
              replaced: this.#replaced,
              found: this.#found,
              over: this.#over,
              broken: maxFirst(this.#broken).map(({ value, count: many }) => ({
                message: value,
                count: many,
              })),
              elsewhere: maxFirst(this.#elsewhere).map(({ value, count: many }) => ({
                field: value,
                count: many,
              })),
            }
          : null,
      drops: kind === 'delete' ? { changes: this.#dropped, unsent: this.#unsent } : null,
    };
  }
}

function count<T extends string>(counts: Map<T, number>, value: T, many = 1): void {
  counts.set(value, (counts.get(value) ?? 0) + many);
}

function maxFirst<T extends string>(counts: ReadonlyMap<T, number>): { value: T; count: number }[] {
  return [...counts]
    .map(([value, many]) => ({ value, count: many }))
    .sort((one, other) => other.count - one.count);
}
