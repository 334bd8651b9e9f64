import { createContext } from 'svelte';

/** What the person waits for because the service asked for it. */
export interface WaitNote {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** Told in whatever has focus: the window, or the dialog over it, behind which nothing can be pressed. */
export interface WaitNotes {
  readonly list: readonly WaitNote[];
  readonly giveUp: (name: string) => void;
  readonly tryNow: () => void;
}

/** Only inside a component's initialisation. */
export const [getWaitNotes, setWaitNotes] = createContext<WaitNotes>();
