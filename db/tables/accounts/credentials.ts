import { sql } from '../../store/transaction.ts';
import type { ReadableDb, WritableDb } from '../../schema/types.ts';

/** What a store holds that opens the account at its service. Every text in here is a secret. */
export interface CredentialsRow {
  readonly token: string | null;
  /** The cookies of a session, as its jar keeps them. */
  readonly sessionText: string | null;
  /** Which of the two was chosen last. */
  readonly uses: 'token' | 'session';
  /** A token that was replaced by what is kept: a call that still names it means that. */
  readonly setAside: string | null;
}

const nothing: CredentialsRow = { token: null, sessionText: null, uses: 'token', setAside: null };

/** The credentials of a store; nothing in one that was never connected. */
export function readCredentials(db: ReadableDb): CredentialsRow {
  const row = sql<[], CredentialsRow>(
    db,
    `SELECT token, session_text AS sessionText, uses, set_aside_token AS setAside FROM connection WHERE only = 1`,
  ).get();
  return row ?? nothing;
}

/** Whether a request could be sent on a user's behalf. */
export function hasCredentials(db: ReadableDb): boolean {
  const { token, sessionText } = readCredentials(db);
  return token !== null || sessionText !== null;
}

/** Keeps the cookies of a session that was just begun, and uses them from now on. */
export function keepSession(db: WritableDb, sessionText: string): void {
  sql(db, "UPDATE connection SET session_text = ?, uses = 'session' WHERE only = 1").run(sessionText);
}

/** Keeps cookies that the service renewed. */
export function renewSession(db: WritableDb, sessionText: string): void {
  sql(db, 'UPDATE connection SET session_text = ? WHERE only = 1').run(sessionText);
}

/** Forgets the session; a token that is kept is used from now on. */
export function forgetSession(db: WritableDb): void {
  sql(db, "UPDATE connection SET session_text = NULL, uses = 'token' WHERE only = 1").run();
}

/** Says that the token is what is used from now on. */
export function useToken(db: WritableDb): void {
  sql(db, "UPDATE connection SET uses = 'token' WHERE only = 1").run();
}

/** Puts a new token in the place of one that is dead. What was wrong with the token before is over. */
export function succeedToken(db: WritableDb, token: string, dead: string | null): void {
  sql(
    db,
    'UPDATE connection SET token = ?, set_aside_token = ?, token_trouble_json = NULL WHERE only = 1',
  ).run(token, dead);
}

/** Says that a token, if it comes along with a call, means what is kept instead. */
export function setTokenAside(db: WritableDb, token: string): void {
  sql(db, 'UPDATE connection SET set_aside_token = ? WHERE only = 1').run(token);
}

/** A rotation that was begun and whose end is not known. */
export interface RotationRow {
  readonly begunAt: string;
  readonly oldToken: string | null;
  readonly quietFromMs: number | null;
  readonly quietBoot: string | null;
  readonly lost: 0 | 1;
}

/** The open rotation of a store, or null. */
export function readRotation(db: ReadableDb): RotationRow | null {
  const row = sql<[], RotationRow>(
    db,
    `SELECT begun_at AS begunAt, old_token AS oldToken, quiet_from_ms AS quietFromMs, quiet_boot AS quietBoot, lost
       FROM rotation WHERE only = 1`,
  ).get();
  return row ?? null;
}

/** Writes down that a rotation is begun, in the place of one that was lost. */
export function beginRotation(db: WritableDb, begunAt: string, oldToken: string | null): void {
  sql(db, 'INSERT OR REPLACE INTO rotation (only, begun_at, old_token) VALUES (1, ?, ?)').run(
    begunAt,
    oldToken,
  );
}

/** Starts the time in which its request may still land. */
export function markRotationInDoubt(db: WritableDb, fromMs: number, boot: string): void {
  sql(db, 'UPDATE rotation SET quiet_from_ms = ?, quiet_boot = ? WHERE only = 1').run(fromMs, boot);
}

/** Notes that it was carried out and that nobody has the new token. */
export function loseRotation(db: WritableDb): void {
  sql(db, 'UPDATE rotation SET lost = 1 WHERE only = 1').run();
}

/** Its end is known, or does not matter any more. */
export function endRotation(db: WritableDb): void {
  sql(db, 'DELETE FROM rotation').run();
}
