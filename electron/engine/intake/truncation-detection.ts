import { textFields } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { equalJson } from '#domain/base/json.ts';
import { memberOf } from '#domain/finding/record.ts';

/** Texts that a list may cut off; any other single value is too short for that. */
const cuttable: ReadonlySet<string> = new Set(['title', 'requests', ...textFields]);

/**
 * Whether the row of a list may show less than the detail that was read before. A member is in only one of them, or a
 * text or a list moved on, and the row may lack a part. If only single values moved on (a status, a severity), the row
 * says it all. `volatile` members say nothing either way.
 */
export function mayBeTruncated(detail: JsonObject, listed: JsonObject, volatile: readonly string[]): boolean {
  const names = new Set([...Object.keys(detail), ...Object.keys(listed)]);
  for (const name of volatile) names.delete(name);
  return [...names].some((name) => {
    const [was, now] = [memberOf(detail, name), memberOf(listed, name)];
    if (was === undefined || now === undefined) return true;
    return (cuttable.has(name) || hasParts(was) || hasParts(now)) && !equalJson(was, now);
  });
}

function hasParts(value: Json): boolean {
  return typeof value === 'object' && value !== null;
}
