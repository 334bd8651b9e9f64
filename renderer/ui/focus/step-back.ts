import type { Attachment } from 'svelte/attachments';
import { on } from 'svelte/events';

/**
 * Whether a key press is Escape, alone and not taken by anything yet. During a composition it belongs to the input
 * method; with a menu open to the browser, which closes it even if the menu lacks the focus. A manual popover it leaves open.
 */
export function isStepBack(event: KeyboardEvent): boolean {
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return false;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
  return document.querySelector('[popover]:not([popover=manual]):popover-open') === null;
}

/**
 * Escape goes back one step: the innermost element around the focus that has a step takes it.
 * @param back goes back; answers false if there is nothing to go back from, and what is around gets the key
 */
export function stepBack(back: () => boolean | void): Attachment<HTMLElement> {
  return (element) =>
    // In the order of handlers that are written in the markup, so that what is inside comes first.
    on(element, 'keydown', (event) => {
      if (!isStepBack(event)) return;
      // A dialog that stands in this element takes its own steps back.
      const inside = event.target instanceof Element ? event.target.closest('dialog') : null;
      if (inside !== element.closest('dialog') || back() === false) return;
      event.preventDefault();
      event.stopPropagation();
    });
}
