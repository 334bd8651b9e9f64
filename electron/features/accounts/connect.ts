import { DossierError } from '#contract/error.ts';
import type { JsonObject } from '#contract/json.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { callerId } from '#domain/answers/success.ts';
import { toFailure } from '#domain/answers/failure.ts';
import type { Call, ReadResult, ServiceClient } from '#remote/endpoints/service-api.ts';

/** Who the service says is calling. */
export interface ServiceUser {
  readonly userId: string;
  readonly user: JsonObject;
  readonly organization: JsonObject;
}

/**
 * How long (ms) the test of a token waits out a pause of the service by itself. Of a longer one the person is told, who
 * sits before a form.
 */
export const testWaitMs = 5_000;

/**
 * Reads the caller and the organization (interface, "Current-context reads"). This is also how a token is
 * tested: rotating it would end the old one.
 *
 * @throws DossierError the failure of the read, or `bad-answer` if the caller has no identity
 */
export async function readCaller(
  client: ServiceClient,
  profile: ServiceProfile,
  call: Call,
): Promise<ServiceUser> {
  const user = valueOf(await client.me(call), nobodyHere);
  const organization = valueOf(await client.organization(call));
  const userId = callerId(user, profile);
  if (userId === null) {
    throw new DossierError(
      'bad-answer',
      `The service does not say who is calling: none of ${profile.callerId.join(', ')} is in /users/me. ` +
        'Name the member in the service profile ("callerId").',
    );
  }
  return { userId, user, organization };
}

/** Every user can read who they are, so this is no matter of what they may see. */
const nobodyHere =
  'The service is not at this address (404): it does not know who is calling. Look at the address; it usually ends with /api/.';

/** @param notFound what "not found" means here, if that is not what it usually does */
function valueOf<T>(result: ReadResult<T>, notFound?: string): T {
  if (result.kind === 'ok') return result.value;
  const failure = toFailure(result.failure);
  throw DossierError.of(
    failure.code === 'not-found' && notFound !== undefined ? { ...failure, message: notFound } : failure,
  );
}
