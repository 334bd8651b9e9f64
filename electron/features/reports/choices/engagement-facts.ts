import {
  EngagementFacts,
  type DescribedEngagement,
  type WrittenFacts,
  type FactChanges,
} from '#contract/engagement.ts';
import { DossierError } from '#contract/error.ts';
import type { ReportSnapshot } from '#contract/deliverable/report.ts';
import { missingFacts, withoutBlanks } from '#domain/engagement/facts.ts';
import { lastVersion, placeholderValues } from '#domain/deliverable/placeholders.ts';
import { hasEngagement, readEngagement } from '#db/tables/engagements.ts';
import { nextEdition } from '#db/tables/reports/editions.ts';
import { readTransaction, transaction } from '#db/store/transaction.ts';
import { nowIso, today, type ReadContext, type ServiceContext } from '#engine/context.ts';
import {
  readEngagementSetting,
  refuseUnseen,
  settingChangedAt,
  writeEngagementSetting,
} from '#engine/record/engagement-settings.ts';
import { noEngagement } from '#engine/record/engagements.ts';
import { chooseIfPossible } from '../selection.ts';
import { choicesOf } from './settings.ts';

/**
 * What is said of an engagement, and what its report still needs.
 *
 * @throws DossierError `not-found`
 */
export function describedEngagement(ctx: ReadContext, project: string): DescribedEngagement {
  return readTransaction(ctx.db, () => view(ctx, project));
}

/**
 * Writes some of the facts and leaves the others, in one transaction. The service never learns of them: no operation
 * carries one.
 *
 * @param seen what may be written over, if it may have changed since the user saw it
 * @throws DossierError `not-found`, `invalid` (the tests end before they begin), `outdated` (another value was written
 *   meanwhile; nothing is)
 */
export function describeEngagement(
  ctx: ServiceContext,
  project: string,
  changes: FactChanges,
  seen?: readonly FactChanges[],
): WrittenFacts {
  const { db } = ctx;
  return transaction(db, () => {
    if (!hasEngagement(db, project)) throw noEngagement(project);
    const facts = readEngagementSetting(db, project, 'facts');
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const next = EngagementFacts.parse({ ...facts, ...given });
    if (seen !== undefined) refuseUnseen(facts, given, seen);
    if ('begins' in given || 'ends' in given) refuseBackwards(next);
    writeEngagementSetting(ctx, project, 'facts', next);
    const before = Object.fromEntries(Object.entries(facts).filter(([fact]) => fact in given));
    return { ...view(ctx, project), before };
  });
}

function refuseBackwards({ begins, ends }: EngagementFacts): void {
  if (begins === '' || ends === '' || begins <= ends) return;
  throw new DossierError('invalid', `The tests cannot end (${ends}) before they begin (${begins}).`);
}

/**
 * What a report says of an engagement before its findings, as it is in the caller's transaction.
 *
 * @throws DossierError `not-found`
 */
export function headOf(
  { db, clock }: Pick<ReadContext, 'db' | 'clock'>,
  project: string,
): Pick<ReportSnapshot, 'project' | 'name' | 'client' | 'generatedAt' | 'localDay' | 'version' | 'facts'> {
  const engagement = readEngagement(db, project);
  if (engagement === null) throw noEngagement(project);
  const facts = withoutBlanks(readEngagementSetting(db, project, 'facts'));
  return {
    project,
    name: engagement.name ?? project,
    client: facts.client.trim() || (engagement.client ?? ''),
    generatedAt: nowIso({ clock }),
    localDay: today({ clock }),
    version: lastVersion(facts) ?? String(nextEdition(db, project)),
    facts,
  };
}

function view(ctx: ReadContext, project: string): DescribedEngagement {
  const { db } = ctx;
  const engagement = readEngagement(db, project);
  if (engagement === null) throw noEngagement(project);
  const { name, client } = engagement;
  const facts = readEngagementSetting(db, project, 'facts');
  const changedAt = settingChangedAt(db, project, 'facts');
  const head = headOf(ctx, project);
  const { printed } = chooseIfPossible(ctx, project, choicesOf(db, project));
  const findings = printed.map(({ severity }) => ({ record: { severity } }));
  return {
    project,
    name,
    client,
    facts,
    changedAt,
    missing: missingFacts(facts, client),
    placeholders: placeholderValues({ ...head, findings }),
  };
}
