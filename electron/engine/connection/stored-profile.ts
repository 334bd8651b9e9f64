import { defaultProfile, serviceProfileSchema, type ServiceProfile } from '#contract/profile.ts';

/**
 * The profile that a store keeps for its connection. One of an older program lacks newer members: they get their
 * defaults; one that cannot be read at all is the default.
 */
export function storedProfile(text: string): ServiceProfile {
  if (last?.text === text) return last.profile;
  const parsed = serviceProfileSchema.safeParse(readJson(text));
  last = { text, profile: parsed.success ? parsed.data : defaultProfile };
  return last.profile;
}

/** Each call asks, and a store has one: what was read last is read again. */
let last: { readonly text: string; readonly profile: ServiceProfile } | null = null;

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
