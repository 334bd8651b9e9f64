/** Who waits for a request; the first goes first. */
export type Priority = 'person' | 'queue' | 'sweep';
