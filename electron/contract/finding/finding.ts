import type { WorkingState } from '../value-lists.ts';

/** Row number of a finding in the store: stable as long as the store lives, never shown, never on the wire. */
export type FindingRow = number & { readonly __brand: 'FindingRow' };

/** The members of a finding that the interface names and a person may edit. Any other member is kept, never sent. */
export const editableFields = [
  'title',
  'asset',
  'severity',
  'description',
  'remediation',
  'observation',
  'demonstration',
  'references',
  'requests',
  'CVSS',
  'tags',
  'cwe',
  'owasp',
  'status',
] as const;
export type EditableField = (typeof editableFields)[number];

/** Fields that merge as sets: additions and removals of both sides apply. */
export const setFields = ['asset', 'tags', 'references'] as const satisfies readonly EditableField[];

/** Fields that merge as long text: by lines (Markdown) or by blocks (HTML). */
export const textFields = [
  'description',
  'remediation',
  'observation',
  'demonstration',
] as const satisfies readonly EditableField[];

/** Fields whose texts can be searched and replaced. */
export const replaceFields = [
  'title',
  'description',
  'remediation',
  'observation',
  'demonstration',
  'requests',
  'references',
  'asset',
] as const satisfies readonly EditableField[];
export type ReplaceField = (typeof replaceFields)[number];

/** Where a finding stands between here and the service; the badge of every list (`S` of the terminal contract). */
export const syncStates = ['synced', 'queued', 'sending', 'conflict', 'rejected', 'unknown', 'gone'] as const;
export type SyncState = (typeof syncStates)[number];

/** A row of `findings` (terminal contract). */
export interface FindingListRow {
  /** The service's identifier once there is one, the local one before. */
  readonly id: string;
  readonly title: string;
  readonly severity: string;
  readonly status: string;
  readonly asset: readonly string[];
  readonly candidate: boolean;
  /** A candidate that its provider alone may see. */
  readonly private?: true;
  readonly sync: SyncState;
  /** How far it is before its report; absent in progress. */
  readonly state?: Exclude<WorkingState, 'progress'>;
  /** Who works on it; absent for nobody. */
  readonly assignee?: string;
  /** Its pending changes stay here until the user releases it. */
  readonly held?: true;
  /** Fields that the service has other than they were sent. */
  readonly altered?: readonly string[];
}

/** That a rule of a scanner found a finding, and the file that says so. */
export interface FindingOrigin {
  /** Short name of the scanner in lower case. */
  readonly tool: string;
  readonly rule: string;
  /** Without its folder. */
  readonly file: string;
  readonly sha256: string;
  /** When it was imported. */
  readonly at: string;
}
