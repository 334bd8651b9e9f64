/** A time to wait as a refusal told it: until when (ms since the epoch), and at which address. */
export interface PauseToast {
  /** Null for that of the connected service. */
  readonly address: string | null;
  readonly until: number;
}

/**
 * Until when (ms since the epoch) nothing can be asked at an address; null if it can be.
 *
 * @param address as it is typed in a form; null for that of the connected service
 * @param connected address of the connected service
 * @param known the stored pause of the connected service; null if there is none
 * @param told by the last refusal: before the first connection the program keeps no pause of any service
 */
export function pauseAt(
  address: string | null,
  connected: string | null,
  known: number | null,
  told: PauseToast | null,
): number | null {
  const kept = address === null || address === connected ? known : null;
  const heard = told?.address === address ? told.until : null;
  return kept === null || heard === null ? (kept ?? heard) : Math.max(kept, heard);
}
