import type { OpenRotation, RotationAnswer, SettledRotation } from '#contract/procedures/program/account.ts';
import { failureText } from '#domain/answers/failure.ts';
import { callerId } from '#domain/answers/success.ts';
import {
  beginRotation,
  endRotation,
  loseRotation,
  markRotationInDoubt,
  readCredentials,
  readRotation,
  succeedToken,
  type RotationRow,
} from '#db/tables/accounts/credentials.ts';
import { readConnection } from '#db/tables/accounts/connections.ts';
import { transaction } from '#db/store/transaction.ts';
import type { WritableDb } from '#db/schema/types.ts';
import type { AccountResult, NewToken } from '#remote/endpoints/account-client.ts';
import { nowIso, type ReadContext, type ServiceContext } from '#engine/context.ts';
import { noted } from './call-history.ts';
import { checkOwner } from '#engine/pull/check-owner.ts';
import { fallen, unsent } from './carry-out.ts';
import { accountCall, type Reached } from './account-call.ts';

/*
 * A token is replaced at most once per confirmation (POST /users/generateToken): the old one dies at once, and the new
 * one is only in that response. So the intent is committed before the request leaves, and the new token before it is
 * shown. In between, the rotation is open, and only a person's step ends it.
 */

const lostNext =
  'The old token is refused, so a new one was made that nobody has. Sign in with e-mail and password, or make a token on ' +
  'the account page of the console and replace this one with it.';
const unknownNext =
  'Check whether the old token still works. A second rotation is not started automatically.';
const waitNext = 'The request may still arrive late: look again after that time.';
const untoldNext =
  'No token was kept here before, so there is none to try. If a new one was made, nobody has it: whatever uses the old one ' +
  'will be refused. Ask for a new token, or make one on the account page of the console.';

/** The rotation of this store whose end is not known; null if there is none. */
export function openRotation(ctx: Pick<ReadContext, 'db' | 'clock' | 'profile'>): OpenRotation | null {
  const row = readRotation(ctx.db);
  return row === null ? null : viewOf(ctx, row);
}

/** A token that a person entered while the answer was on its way has ended the rotation (`endRotationBy`). */
const overtaken: RotationAnswer = {
  kind: 'refused',
  code: 'wrong-state',
  message: 'Another token was entered while the answer was on its way. That one is used.',
  until: null,
};

/** The same, if the service has surely made a new token: it may have killed the one that was entered. */
const overtakenAndLost: RotationAnswer = {
  kind: 'refused',
  code: 'wrong-state',
  message:
    'The service made a new token, but its answer held none that could be read, and another token was entered meanwhile. ' +
    'Check whether that one still works. If it is refused, sign in with e-mail and password, or make a token on the account ' +
    'page of the console and replace this one with it.',
  until: null,
};

/** Whether a further rotation may be begun: none is open, or it is known that its token is lost. */
function isFree(row: RotationRow | null): boolean {
  return row === null || row.lost === 1;
}

/** The person was asked about another token: the one that took its place may just have been shown to them. */
const replacedMeanwhile: RotationAnswer = {
  kind: 'refused',
  code: 'wrong-state',
  message:
    'The token was replaced meanwhile, in another window or by a command. Nothing was sent. To replace the new one as well, confirm once more.',
  until: null,
};

/**
 * Has the service make a new token in the place of the one in use.
 *
 * @param asked the token that was kept when the person confirmed: no other one is replaced
 * @throws DossierError `foreign-token`, the failure of the read that shows whose the credentials are
 */
export async function rotateToken(ctx: Reached, asked: string | null): Promise<RotationAnswer> {
  const { db, clock } = ctx;
  const open = readRotation(db);
  if (!isFree(open)) return unknown(ctx);
  const paused = await checkOwner(ctx);
  if (paused !== null) return unsent(clock, paused);

  const { token: stored } = readCredentials(db);
  if (stored !== asked) return replacedMeanwhile;
  const old = ctx.credentials.kind === 'token' ? ctx.credentials.token : stored;
  transaction(db, () => beginRotation(db, nowIso(ctx), old));
  return settleAnswer(ctx, old, open, await askForToken(ctx));
}

/** Whatever happens to the note of it: an answer that came is never dropped, for nobody else has it. */
async function askForToken(ctx: Reached): Promise<AccountResult<NewToken>> {
  const came: AccountResult<NewToken>[] = [];
  const send = async (): Promise<AccountResult<NewToken>> => {
    const answer = await ctx.account.generateToken(accountCall(ctx));
    came.push(answer);
    return answer;
  };
  try {
    return await noted(ctx, 'token-rotate', send);
  } catch (error) {
    const [answer] = came;
    if (answer === undefined) throw error;
    return answer;
  }
}

function settleAnswer(
  ctx: Reached,
  old: string | null,
  before: RotationRow | null,
  result: AccountResult<NewToken>,
): RotationAnswer {
  const { db, clock } = ctx;
  switch (result.kind) {
    case 'done':
      return result.value.kind === 'token' ? keep(ctx, old, result.value.token) : lose(ctx);
    case 'unknown':
      transaction(db, () => markRotationInDoubt(db, clock.awakeMs(), clock.bootId()));
      return unknown(ctx);
    case 'refused':
    case 'not-sent': {
      transaction(db, () => {
        endRotation(db);
        if (before === null) return;
        // A token that was lost before stays lost.
        beginRotation(db, before.begunAt, before.oldToken);
        loseRotation(db);
      });
      const told = fallen(clock, 'token-rotate', result);
      return told.kind === 'refused' ? told : unknown(ctx);
    }
  }
}

/** The new token is the only way in: if the store cannot take it, it is held and shown all the same. */
function keep(ctx: Reached, old: string | null, token: string): RotationAnswer {
  const kept = keepRotated(ctx.db, token, old);
  if (!kept) ctx.holdToken(token, old);
  return { kind: 'rotated', token, kept };
}

/** Keeps the token that a rotation has made, and with it the rotation is over. Answers whether the store took it. */
export function keepRotated(db: WritableDb, token: string, dead: string | null): boolean {
  try {
    transaction(db, () => {
      succeedToken(db, token, dead);
      endRotation(db);
    });
    return true;
  } catch {
    return false;
  }
}

function lose(ctx: Reached): RotationAnswer {
  transaction(ctx.db, () => loseRotation(ctx.db));
  return openRotation(ctx) === null ? overtakenAndLost : unknown(ctx);
}

function unknown(ctx: ServiceContext): RotationAnswer {
  const rotation = openRotation(ctx);
  if (rotation === null) return overtaken;
  return { kind: 'unknown', rotation, next: rotation.state === 'lost' ? lostNext : unknownNext };
}

/**
 * Looks what became of an open rotation by one read of the caller with the old token. That it is refused counts at once;
 * that it works counts when the request cannot land any more. If no token was kept before, nobody can tell.
 *
 * @param online its credentials are not used: the old token is asked
 */
export async function settleRotation(ctx: Reached): Promise<SettledRotation> {
  const { db, clock, client } = ctx;
  const row = readRotation(db);
  if (row === null) return { kind: 'none' };
  if (row.lost === 1) return { kind: 'lost', next: lostNext };
  const until = inDoubtUntil(ctx, row);
  if (row.oldToken !== null) {
    const credentials = { kind: 'token', token: row.oldToken } as const;
    const read = await client.me({ credentials, priority: 'person', signal: ctx.signal, maxWaitMs: 0 });
    if (read.kind === 'failed' && read.failure.kind === 'credentials') {
      transaction(db, () => loseRotation(db));
      return { kind: 'lost', next: lostNext };
    }
    if (read.kind === 'failed') return { kind: 'unchecked', message: failureText(read.failure) };
    if (callerId(read.value, ctx.profile) !== readConnection(db)?.userId) {
      return { kind: 'unchecked', message: 'The service does not say that the old token is of this person.' };
    }
  }
  if (until === null) {
    transaction(db, () => endRotation(db));
    return row.oldToken === null ? { kind: 'untold', next: untoldNext } : { kind: 'kept' };
  }
  if (row.quietBoot !== clock.bootId()) {
    transaction(db, () => markRotationInDoubt(db, clock.awakeMs(), clock.bootId()));
  }
  return { kind: 'wait', tried: row.oldToken !== null, until, next: waitNext };
}

/** A token that a person brought takes the place of whatever a rotation made; the old one proves nothing. */
export function endRotationBy(ctx: Pick<ServiceContext, 'db'>, token: string): void {
  const row = readRotation(ctx.db);
  if (row !== null && row.oldToken !== token) endRotation(ctx.db);
}

function viewOf(ctx: Pick<ReadContext, 'clock' | 'profile'>, row: RotationRow): OpenRotation {
  const { begunAt, lost } = row;
  return lost === 1
    ? { state: 'lost', begunAt, until: null }
    : { state: 'unknown', begunAt, until: inDoubtUntil(ctx, row) };
}

/**
 * Until when its request may still land; null: it cannot any more. After a kill or a restart of the machine nobody
 * knows how much of the time had passed, so it counts from the first look.
 */
function inDoubtUntil(
  { clock, profile }: Pick<ReadContext, 'clock' | 'profile'>,
  row: RotationRow,
): string | null {
  const { quietFromMs, quietBoot } = row;
  const known = quietFromMs !== null && quietBoot === clock.bootId();
  const left = known ? profile.quietTimeMs - (clock.awakeMs() - quietFromMs) : profile.quietTimeMs;
  return left <= 0 ? null : new Date(clock.wallMs() + left).toISOString();
}
