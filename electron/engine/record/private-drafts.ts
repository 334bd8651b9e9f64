import type { FindingRow } from '#contract/finding/finding.ts';
import type { JsonObject } from '#contract/json.ts';
import { sideOf } from '#domain/answers/side.ts';
import { isPrivateDraft } from '#domain/finding/record.ts';
import { readConnection } from '#db/tables/accounts/connections.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import { forgetRecordTexts, privateFindings } from '#db/tables/findings/private-drafts.ts';
import { nowIso, type ServiceContext } from '../context.ts';
import { parseObject } from './merge-base.ts';
import { refreshListRow } from './list-rows.ts';

/*
 * A provider's private drafts are not for a client's eyes (interface, caller scope, rule 3). They are not hidden but not
 * kept: no list, search, report or export can then show one.
 */

/** Whether the owner of this store is a client, as far as the service has said. */
export function isClient(db: ReadableDb): boolean {
  const connection = readConnection(db);
  if (connection === null) return false;
  return sideOf(parseObject(connection.userJson), parseObject(connection.organizationJson)) === 'client';
}

/** Whether a record that came may not be kept. */
export function isRedacted({ db, profile }: ServiceContext, record: JsonObject): boolean {
  return isPrivateDraft(record, profile) && isClient(db);
}

/** Forgets what is known of a finding that turned out to be a private draft; own changes of it stay in the queue. */
export function redactDraft(ctx: ServiceContext, finding: FindingRow): void {
  forgetRecordTexts(ctx.db, finding);
  refreshListRow(ctx.db, finding, { profile: ctx.profile, nowIso: nowIso(ctx) });
}

/**
 * Forgets every private draft if the owner of the store is a client by now. To be called in the transaction that
 * learns who they are, or what a private draft is.
 */
export function purgePrivateDrafts(ctx: ServiceContext): void {
  if (!isClient(ctx.db)) return;
  for (const finding of privateFindings(ctx.db)) redactDraft(ctx, finding);
}
