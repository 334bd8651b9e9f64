import { tick } from 'svelte';

/**
 * Focuses the first field of a form that must be filled in, once the page shows the outcome: a refused value was
 * emptied, or more is needed.
 */
export async function toFirstEmpty(form: HTMLFormElement): Promise<void> {
  await tick();
  const fields = [...form.querySelectorAll<HTMLInputElement>('input:enabled:not([readonly])')];
  fields.find(({ value }) => value === '')?.focus();
}
