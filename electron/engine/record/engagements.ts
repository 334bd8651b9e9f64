import { DossierError } from '#contract/error.ts';
import type { Engagement } from '#contract/engagement.ts';
import { listEngagements, type EngagementRow } from '#db/tables/engagements.ts';
import type { ReadableDb } from '#db/schema/types.ts';

/** The engagements of a store, as every face lists them. */
export function engagementsOf(db: ReadableDb): readonly Engagement[] {
  return listEngagements(db).map(engagementView);
}

/** An engagement as every face shows it. */
export function engagementView(row: EngagementRow): Engagement {
  const { project, name, client, findings, completedAt, copy } = row;
  return { project, name, client, findings, lastSyncedAt: completedAt, copy };
}

/** What to say of an engagement that was never added. */
export function noEngagement(project: string): DossierError {
  return new DossierError('not-found', `There is no engagement ${project} here. Add it first.`);
}
