import type { FindingRow } from '#contract/finding.ts';
import type { JsonObject } from '#contract/json.ts';
import { isObject, parseJson } from '#core/json.ts';
import { readRecord } from '#db/records.ts';
import type { ReadableDb } from '#db/types.ts';

/**
 * The last state of a finding that the service was seen to have, member by member as it came. Null where it
 * was never seen there, or where what came could not be read as a finding.
 */
export function readBase(db: ReadableDb, finding: FindingRow): JsonObject | null {
  const record = readRecord(db, finding);
  if (record === null || record.readable === 0) return null;
  return parseObject(record.baseJson);
}

/** A JSON object that this program wrote into its own store. Throws where the store holds something else. */
export function parseObject(text: string): JsonObject {
  const parsed = parseJson(text);
  if (parsed.kind === 'broken' || !isObject(parsed.value)) {
    throw new Error('the store holds a text where a JSON object belongs');
  }
  return parsed.value;
}
