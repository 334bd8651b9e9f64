import type { ServiceProfile } from '#contract/profile.ts';
import { stringify } from '#domain/base/json.ts';
import { noteCallerSince, readConnection, writeConnection } from '#db/tables/accounts/connections.ts';
import { keepSession, setTokenAside, useToken } from '#db/tables/accounts/credentials.ts';
import type { WritableDb } from '#db/schema/types.ts';
import { endRotationBy } from '#features/accounts/rotation.ts';
import type { ServiceUser } from '#features/accounts/connect.ts';
import { storedProfile } from '#engine/connection/stored-profile.ts';
import { refreshAllRows } from '#engine/record/list-rows.ts';

/** What a user showed to be let in, after the service has said whose it is. */
export type Proof =
  | { readonly kind: 'token'; readonly token: string }
  /** The cookies of a session that was just begun. */
  | { readonly kind: 'session'; readonly text: string }
  /** What the store has already. */
  | { readonly kind: 'kept' };

/** Which service profile a store has once a user was let in. */
export interface ProfileChoice {
  /** What was asked for now; null: the store keeps its own. */
  readonly given: ServiceProfile | null;
  /** For a store that has none yet. */
  readonly initial: ServiceProfile;
}

/** Whom the service has named, and with what they came. */
export interface SignInRecord {
  readonly baseUrl: string;
  readonly profile: ProfileChoice;
  readonly caller: ServiceUser;
  readonly proof: Proof;
  /** A token that came with the call; null if none did. */
  readonly brought: string | null;
  readonly nowIso: string;
}

/** Writes down, in a transaction of its caller, whose store this is and what let them in. */
export function persistSignIn(
  db: WritableDb,
  { baseUrl, profile, caller, proof, brought, nowIso }: SignInRecord,
): void {
  const { userId, user, organization } = caller;
  const before = readConnection(db);
  // Whose store it is was not known when the profile was chosen, and it may have changed while the service was asked.
  const own = before === null ? profile.initial : storedProfile(before.profileJson);
  const next = profile.given ?? own;
  const profileJson = profile.given === null && before !== null ? before.profileJson : JSON.stringify(next);
  const texts = { userJson: stringify(user), organizationJson: stringify(organization), profileJson };
  const token = proof.kind === 'token' ? proof.token : (before?.token ?? null);
  writeConnection(db, { baseUrl, userId, token, ...texts });
  noteCallerSince(db, nowIso);
  if (proof.kind === 'token') {
    useToken(db);
    endRotationBy({ db }, proof.token);
  }
  if (proof.kind === 'session') keepSession(db, proof.text);
  // A face may bring the same token with every call, from the start of the program on.
  if (brought !== null && proof.kind !== 'kept' && brought !== token) setTokenAside(db, brought);
  // Severity ranks and candidates are read through the profile.
  if (before !== null && before.profileJson !== profileJson) refreshAllRows(db, { profile: next, nowIso });
}
