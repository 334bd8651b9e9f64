import { untrack } from 'svelte';
import type { Desk } from './desk.svelte.ts';

/** What is read from the store for as long as it is shown. */
interface Shown {
  refresh(): Promise<unknown>;
  close?(): void;
}

/**
 * Reads `current()` again whenever the store has changed, and closes it when another one takes its place or the
 * component goes. To be called while a component is set up.
 */
export function keepFresh(desk: Desk, current: () => Shown | null): void {
  $effect(() => {
    const shown = current();
    return () => {
      shown?.close?.();
    };
  });
  $effect(() => {
    void desk.revision;
    const shown = current();
    untrack(() => void shown?.refresh());
  });
}
