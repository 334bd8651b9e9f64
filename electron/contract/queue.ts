import { z } from 'zod';
import type { JsonObject } from './json.ts';
import type { ServiceProfile } from './profile.ts';

/* What the window asks of the queue, and the questions that the engine may have for a person. */

/** Members by name; what each may hold is checked against its own schema. */
const members = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'expected an object of members',
);

export const queueInputs = {
  /**
   * Lays members over the service profile in force, without asking the service. `null` puts a member back to its
   * default. What was learnt about the service under another profile is learnt anew.
   */
  'connection.adjust': z.strictObject({ profile: members }),
} as const satisfies Record<string, z.ZodType>;

export interface QueueAnswers {
  /** The profile in force from now on. */
  'connection.adjust': ServiceProfile;
}
