import type { ReadableDb, WritableDb } from '../../schema/types.ts';
import { sql } from '../../store/transaction.ts';

/** The one connection of a store: whose data it holds (promise 9) and how the service is reached. JSON members are texts. */
export interface ConnectionRow {
  readonly baseUrl: string;
  readonly userId: string;
  readonly userJson: string;
  readonly organizationJson: string;
  readonly profileJson: string;
  readonly token: string | null;
  readonly listShows: 'unprobed' | 'everything' | 'less';
  readonly partialUpdates: 'untested' | 'patches' | 'replaces';
}

/** The connection, or null in a store that was never connected. */
export function readConnection(db: ReadableDb): ConnectionRow | null {
  const row = sql<[], ConnectionRow>(
    db,
    `SELECT base_url AS baseUrl, user_id AS userId, user_json AS userJson, organization_json AS organizationJson,
            profile_json AS profileJson, token, list_shows AS listShows, canary AS partialUpdates
       FROM connection WHERE only = 1`,
  ).get();
  return row ?? null;
}

/**
 * Stores a connection. What was learnt about the service (`list_shows`, `canary`) stays when the same profile
 * connects again and is learnt anew when the profile changed. What was wrong with the token before is over.
 */
export function writeConnection(
  db: WritableDb,
  row: Omit<ConnectionRow, 'listShows' | 'partialUpdates'>,
): void {
  sql(
    db,
    `INSERT INTO connection (only, base_url, user_id, user_json, organization_json, profile_json, token)
     VALUES (1, @baseUrl, @userId, @userJson, @organizationJson, @profileJson, @token)
     ON CONFLICT (only) DO UPDATE SET
       user_json = excluded.user_json, organization_json = excluded.organization_json, token = excluded.token,
       token_trouble_json = NULL,
       list_shows = CASE WHEN profile_json = excluded.profile_json THEN list_shows ELSE 'unprobed' END,
       canary = CASE WHEN profile_json = excluded.profile_json THEN canary ELSE 'untested' END,
       profile_json = excluded.profile_json`,
  ).run(row);
}

/** Keeps what the service says of the owner of this store now. */
export function writeCaller(
  db: WritableDb,
  caller: Pick<ConnectionRow, 'userJson' | 'organizationJson'>,
): void {
  sql(
    db,
    'UPDATE connection SET user_json = @userJson, organization_json = @organizationJson WHERE only = 1',
  ).run(caller);
}

/** Since when the service describes the user and their rights as it does now; null if that is not known. */
export function readCallerSince(db: ReadableDb): string | null {
  const row = sql<[], { callerSince: string | null }>(
    db,
    'SELECT caller_since AS callerSince FROM connection WHERE only = 1',
  ).get();
  return row?.callerSince ?? null;
}

/** Notes a sign-in, or that the service describes the user's rights otherwise from now on. */
export function noteCallerSince(db: WritableDb, at: string): void {
  sql(db, 'UPDATE connection SET caller_since = ? WHERE only = 1').run(at);
}

/** Forgets the API token; findings and queue stay. */
export function forgetToken(db: WritableDb): void {
  sql(db, 'UPDATE connection SET token = NULL WHERE only = 1').run();
}

/**
 * Notes whether the list of this connection shows everything that the detail shows. If it shows less, what was
 * taken from the list alone is to be read.
 */
export function noteListShows(db: WritableDb, listShows: 'everything' | 'less'): void {
  sql(db, 'UPDATE connection SET list_shows = ? WHERE only = 1').run(listShows);
  if (listShows === 'everything') return;
  sql(db, 'UPDATE record SET detail_due = 1 WHERE detail_hash IS NULL AND readable = 1').run();
}

/** Notes what the first update on this connection did to the fields that it did not send. */
export function notePartialUpdateProbe(db: WritableDb, answer: 'patches' | 'replaces'): void {
  sql(db, 'UPDATE connection SET canary = ? WHERE only = 1').run(answer);
}

/** What was wrong with the token when the last sync showed it, as JSON; null if nothing was. */
export function readTokenTrouble(db: ReadableDb): string | null {
  const row = sql<[], { troubleJson: string | null }>(
    db,
    'SELECT token_trouble_json AS troubleJson FROM connection WHERE only = 1',
  ).get();
  return row?.troubleJson ?? null;
}

/** Keeps what is wrong with the token until a sync, or a new connection, finds it right. */
export function writeTokenTrouble(db: WritableDb, troubleJson: string | null): void {
  sql(db, 'UPDATE connection SET token_trouble_json = ? WHERE only = 1').run(troubleJson);
}

/** Until when the service wants no request, as JSON text; null if it asked for no pause. */
export function readPause(db: ReadableDb): string | null {
  const row = sql<[], { pauseJson: string | null }>(
    db,
    'SELECT pause_json AS pauseJson FROM connection WHERE only = 1',
  ).get();
  return row?.pauseJson ?? null;
}

/** Keeps a pause that the service asked for beyond the command that met it; null: there is none. */
export function writePause(db: WritableDb, pauseJson: string | null): void {
  sql(db, 'UPDATE connection SET pause_json = ? WHERE only = 1').run(pauseJson);
}

/** Keeps what was learned of the service. What was found out about its lists and updates stays, unlike after a change by hand. */
export function keepProfile(db: WritableDb, profileJson: string): void {
  sql(db, 'UPDATE connection SET profile_json = ?').run(profileJson);
}
