import type { FindingRow } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { isObject, parseJson } from '#domain/base/json.ts';
import { givenIdOf, idOf } from '#domain/finding/record.ts';
import { readRecord } from '#db/tables/findings/records.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import type { ServiceContext } from '../context.ts';

/**
 * The last state of a finding that the service was seen to have, member by member as it came. Null if it
 * was never seen there, or if what came could not be read as a finding.
 */
export function readBase(db: ReadableDb, finding: FindingRow): JsonObject | null {
  const record = readRecord(db, finding);
  if (record === null || record.readable === 0) return null;
  return parseObject(record.baseJson);
}

/** The identifier for a body on the wire: as the service gave it in the record, or `serviceId` if there is none. */
export function givenId(
  { db, profile }: Pick<ServiceContext, 'db' | 'profile'>,
  finding: FindingRow,
  serviceId: string,
): Json {
  const base = readBase(db, finding);
  if (base === null || idOf(base, profile) !== serviceId) return serviceId;
  return givenIdOf(base, profile) ?? serviceId;
}

/** A JSON object that this program wrote into its own store. Throws if the store holds something else. */
export function parseObject(text: string): JsonObject {
  const parsed = parseJson(text);
  if (parsed.kind === 'broken' || !isObject(parsed.value)) {
    throw new Error('the store holds a text where a JSON object belongs');
  }
  return parsed.value;
}
