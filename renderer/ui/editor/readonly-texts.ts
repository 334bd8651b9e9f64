import { getContext, setContext } from 'svelte';

const key = Symbol('readonly texts');

/** Says for all Markdown texts of a part of the page why they cannot be changed; null if they can. */
export function provideReadonlyTexts(why: () => string | null): void {
  setContext(key, why);
}

/** Why texts here cannot be changed; null if nothing was said of them. */
export function getReadonlyTexts(): () => string | null {
  return getContext<(() => string | null) | undefined>(key) ?? (() => null);
}
