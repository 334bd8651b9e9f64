import { getContext, setContext } from 'svelte';

/** Why nothing can be changed now; null if it can. */
export type WhyLocked = () => string | null;

const lockKey = Symbol('write lock');
const groupKey = Symbol('write group');
const unlocked: WhyLocked = () => null;

/** Says for all that stands in a component why nothing can be changed. Only inside its initialisation. */
export function provideWriteLock(why: WhyLocked): void {
  setContext(lockKey, why);
}

/** Why nothing can be changed here. Only inside a component's initialisation. */
export function getWriteLock(): WhyLocked {
  return getContext<WhyLocked | undefined>(lockKey) ?? unlocked;
}

/** Begins a group of controls that change something (`WriteGroup.svelte`). */
export function provideWriteGroup(why: WhyLocked): void {
  setContext(groupKey, why);
}

/** Why a control is off because of the group that it stands in: its tip says that before all else. */
export function getWriteGroup(): WhyLocked {
  return getContext<WhyLocked | undefined>(groupKey) ?? unlocked;
}
