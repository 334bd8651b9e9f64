import { tick } from 'svelte';

/**
 * Puts the keys on the first field of a form that has to be filled in, once the page shows what came of it: what was
 * typed and refused was emptied, or more is asked for.
 */
export async function toFirstEmpty(form: HTMLFormElement): Promise<void> {
  await tick();
  const fields = [...form.querySelectorAll<HTMLInputElement>('input:enabled:not([readonly])')];
  fields.find(({ value }) => value === '')?.focus();
}
