import type { SyncState } from '#contract/finding/finding.ts';
import type { OperationState } from '#contract/finding/operation.ts';
import type { WorkingState } from '#contract/value-lists.ts';

/**
 * A value that the service writes for programs, as words: `pending_retest` becomes "Pending retest".
 * Text with blanks or capitals of its own stays as it was written.
 */
export function valueLabel(value: string): string {
  const isSnake = /^[\p{L}\p{N}]+(?:_+[\p{L}\p{N}]+)+$/u.test(value);
  const isPlain = /^[\p{Ll}\p{N}]+(?:-+[\p{Ll}\p{N}]+)*$/u.test(value);
  if (!isSnake && !isPlain) return value;
  const words = value.replaceAll(/[_-]+/gu, ' ').toLowerCase();
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

/** Whether a member of a finding has values that the service writes for programs. */
export function isChoice(member: string | undefined): boolean {
  return member === 'status' || member === 'severity';
}

const stateLabels: Readonly<Record<SyncState | OperationState, string>> = {
  synced: 'Synced',
  queued: 'Pending',
  blocked: 'Pending',
  sending: 'Sending',
  done: 'Done',
  conflict: 'Conflict',
  rejected: 'Refused',
  unknown: 'Not confirmed',
  gone: 'Deleted on the service',
  discarded: 'Discarded',
};

/** What the state of a finding or of an operation is called, in window and terminal alike. */
export function stateLabel(state: SyncState | OperationState): string {
  return stateLabels[state];
}

const workingStateLabels: Readonly<Record<WorkingState, string>> = {
  progress: 'In progress',
  ready: 'Ready for review',
  reviewed: 'Reviewed',
};

/** How far a finding is before its report, in window and terminal alike. */
export function workingStateLabel(state: WorkingState): string {
  return workingStateLabels[state];
}
