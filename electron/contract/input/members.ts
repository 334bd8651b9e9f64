import { z } from 'zod';
import type { JsonObject } from '../json.ts';

/* Members that the inputs of many procedures have. */

export const project = z.string().min(1).max(1_000);
export const findingId = z.string().min(1).max(1_000);
export const operationId = z.string().min(1).max(100);

/** Values of edited fields; the engine checks them against the rules of the interface. */
export const changes = z.custom<JsonObject>(
  // Not z.record: it drops a member named __proto__ without a word, and with it an edit.
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'expected an object of fields',
);

/** Names a query and an order of the list. */
export const queryText = z.string().max(10_000);
export const sortText = z.string().max(200);

/** Findings by name, or all that a query finds in an engagement at the moment of asking. */
export const selection = z.union([
  z.strictObject({ ids: z.array(findingId).min(1) }),
  z.strictObject({ project, query: queryText }),
]);
