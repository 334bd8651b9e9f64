import { defaultProfile, serviceProfileSchema, type ServiceProfile } from '#contract/profile.ts';

/**
 * The profile that a store keeps for its connection. One of an older program lacks newer members: they get their
 * defaults; one that cannot be read at all is the default.
 */
export function storedProfile(text: string): ServiceProfile {
  const parsed = serviceProfileSchema.safeParse(readJson(text));
  return parsed.success ? parsed.data : defaultProfile;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
