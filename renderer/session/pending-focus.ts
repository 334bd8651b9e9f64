import type { CheckPlace } from '#contract/procedures/deliverables/preflight.ts';

/** A place in a finding that a user wants to work on. */
export interface PendingFocus {
  readonly id: string;
  readonly field: CheckPlace;
}

let wanted: PendingFocus | null = null;

/** Has the editor go to a place as soon as it shows that finding. */
export function requestFocus(place: PendingFocus): void {
  wanted = place;
}

/** The place that is wanted in a finding; it is wanted once. Null if none is. */
export function takePendingFocus(id: string): PendingFocus | null {
  const place = wanted;
  wanted = null;
  return place?.id === id ? place : null;
}
