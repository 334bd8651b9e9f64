import { issueText } from '#contract/input/input-issue.ts';
import { defaultProfile, serviceProfileSchema } from '#contract/profile.ts';
import type { ServiceProfile } from '#contract/profile.ts';

/** A service profile, or what is wrong with it for a person. */
export type ProfileReading =
  | { readonly kind: 'ok'; readonly profile: ServiceProfile }
  | { readonly kind: 'invalid'; readonly message: string };

/**
 * The service profile in force. Without `overrides` (undefined) the stored one stays, else the default; with
 * them, members not named keep the default (terminal contract, `connect`). The message names the first member
 * that does not fit.
 */
export function readProfile(overrides: unknown, stored?: ServiceProfile): ProfileReading {
  if (overrides === undefined) return { kind: 'ok', profile: stored ?? defaultProfile };
  const reading = serviceProfileSchema.safeParse(overrides);
  if (reading.success) return { kind: 'ok', profile: reading.data };
  return {
    kind: 'invalid',
    message: `The service profile is not valid. ${issueText(reading.error.issues[0])}`,
  };
}
