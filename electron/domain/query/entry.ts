import {
  editableFields,
  syncStates,
  type EditableField,
  type FindingRow,
  type SyncState,
} from '#contract/finding/finding.ts';
import type { JsonObject } from '#contract/json.ts';
import { unreadStates, type ListEntry, type ListKey, type UnreadState } from '#contract/finding/listing.ts';
import type { ItemState } from '#contract/finding/operation.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { cvssScore } from '../finding/cvss/cvss.ts';
import { isCandidate, isPrivateDraft, listOf, memberOf, severityRank, textOf } from '../finding/record.ts';
import { assetKeys, cweKey, joinKeys, keyOf, owaspKey } from './keys.ts';
import { isFilled } from '../finding/filled.ts';

function filledFields(record: JsonObject): number {
  let bits = 0;
  for (const [position, field] of editableFields.entries()) {
    if (isFilled(memberOf(record, field))) bits |= 1 << position;
  }
  return bits;
}

/** What a query finds an effective record by. `profile` ranks severities and tells candidates. */
function listKey(record: JsonObject, profile: ServiceProfile): ListKey {
  const severity = textOf(record, 'severity');
  const rank = severityRank(severity, profile);
  const candidate = isCandidate(record, profile);
  return {
    severityRank: rank,
    severity: rank < profile.severities.length ? '' : keyOf(severity) || ' ',
    title: keyOf(textOf(record, 'title')),
    status: keyOf(textOf(record, 'status')),
    assets: joinKeys(listOf(record, 'asset').flatMap(assetKeys)),
    tags: joinKeys(listOf(record, 'tags')),
    cwe: joinKeys(listOf(record, 'cwe').map(cweKey)),
    owasp: joinKeys(listOf(record, 'owasp').map(owaspKey)),
    cvss: cvssScore(memberOf(record, 'CVSS') ?? null),
    has: filledFields(record),
    candidate: candidate ? 1 : 0,
    private: candidate && isPrivateDraft(record, profile) ? 1 : 0,
  };
}

/** From the one that most needs a person to the one that only waits. */
const openStates = [
  'conflict',
  'rejected',
  'unknown',
  'sending',
  'queued',
] as const satisfies readonly ItemState[];

/**
 * The badge of a finding from the states of its operations and whether the service still shows it. Something
 * open comes before "gone", so that work on a finding that went away stays in sight.
 */
export function syncState(states: readonly ItemState[], gone: boolean): SyncState {
  return openStates.find((state) => states.includes(state)) ?? (gone ? 'gone' : 'synced');
}

/** What is needed beside the effective record to list a finding. */
export interface EntryFacts {
  readonly finding: FindingRow;
  readonly project: string;
  /** The service's identifier once there is one, the local one before. */
  readonly id: string;
  readonly sync: SyncState;
  readonly digest: string | null;
  readonly updatedMs: number;
  readonly unread: UnreadState | null;
}

/** The row of every list for one finding. */
export function listEntry(record: JsonObject, facts: EntryFacts, profile: ServiceProfile): ListEntry {
  const { updatedMs, unread, ...shown } = facts;
  return {
    ...shown,
    title: textOf(record, 'title'),
    severity: textOf(record, 'severity'),
    status: textOf(record, 'status'),
    assetJson: JSON.stringify(listOf(record, 'asset')),
    tagJson: JSON.stringify(listOf(record, 'tags')),
    key: {
      ...listKey(record, profile),
      syncRank: syncStates.indexOf(facts.sync),
      updatedMs,
      unread: unread === null ? 0 : 1 + unreadStates.indexOf(unread),
    },
  };
}

/** Bit of an editable field in `ListKey.has`. */
export function hasBit(field: EditableField): number {
  return 1 << editableFields.indexOf(field);
}
