import { DossierError } from '#contract/error.ts';
import type { JsonObject } from '#contract/json.ts';
import { stringify } from '#domain/base/json.ts';
import {
  noteCallerSince,
  readConnection,
  writeCaller,
  type ConnectionRow,
} from '#db/tables/accounts/connections.ts';
import { transaction } from '#db/store/transaction.ts';
import { toFailure } from '#domain/answers/failure.ts';
import { rightsIn } from '#domain/answers/rights.ts';
import { callerId } from '#domain/answers/success.ts';
import type { RemoteFailure } from '#domain/answers/failure.ts';
import { noteTokenTrouble } from '../connection/token-trouble.ts';
import { parseObject } from '../record/merge-base.ts';
import { purgePrivateDrafts } from '../record/private-drafts.ts';
import { callFor, nowIso, type OnlineContext } from '../context.ts';
import { readWithRetry } from '../schedule/retry-policy.ts';

/**
 * Compares the token's user with the owner of the store, before anything is sent or stored (promise 9).
 *
 * @returns a pause that the service asks for, which is no failure of the sync; null: the token is the owner's
 * @throws DossierError `foreign-token` for another user's token, or the failure of the read
 */
export async function checkOwner(ctx: OnlineContext): Promise<RemoteFailure | null> {
  const read = await readWithRetry(ctx, () => ctx.client.me(callFor(ctx, 'person')));
  if (read.kind === 'failed') {
    if (read.failure.kind === 'rate-limited') return read.failure;
    if (read.failure.kind === 'credentials') {
      noteTokenTrouble(ctx.db, { kind: 'refused', at: nowIso(ctx) });
    }
    throw DossierError.of(toFailure(read.failure));
  }
  if (callerId(read.value, ctx.profile) !== readConnection(ctx.db)?.userId) {
    // An answer that does not say who is calling is no other account.
    if (callerId(read.value, ctx.profile) !== null) {
      noteTokenTrouble(ctx.db, { kind: 'foreign', at: nowIso(ctx), user: read.value });
    }
    throw new DossierError(
      'foreign-token',
      'The API token belongs to another user than the findings kept here. Nothing was sent. ' +
        'Use the token of their owner, or connect with this one: that opens a store of your own.',
    );
  }
  noteTokenTrouble(ctx.db, null);
  await learnCaller(ctx, read.value);
  return null;
}

/**
 * Keeps what the service says of the caller now. Who became a client since then loses sight of private drafts before
 * anything else is read.
 */
async function learnCaller(ctx: OnlineContext, user: JsonObject): Promise<void> {
  const { db } = ctx;
  const userJson = stringify(user);
  const before = readConnection(db);
  if (userJson === before?.userJson) return;
  const organization = await ctx.client.organization(callFor(ctx, 'person'));
  // The next sync asks again.
  if (organization.kind === 'failed') return;
  transaction(db, () => {
    writeCaller(db, { userJson, organizationJson: stringify(organization.value) });
    if (before !== null && rightsText(ctx, user, organization.value) !== rightsOf(ctx, before)) {
      noteCallerSince(db, nowIso(ctx));
    }
    purgePrivateDrafts(ctx);
  });
}

/** The rights of the stored caller, to be compared. */
function rightsOf(ctx: OnlineContext, { userJson, organizationJson }: ConnectionRow): string {
  return rightsText(ctx, parseObject(userJson), parseObject(organizationJson));
}

function rightsText({ profile }: OnlineContext, user: JsonObject, organization: JsonObject): string {
  return JSON.stringify(rightsIn(user, organization, profile));
}
