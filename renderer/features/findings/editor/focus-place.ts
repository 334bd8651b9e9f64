import type { CheckPlace } from '#contract/procedures/deliverables/preflight.ts';

/** So many frames a place may take until it can have focus. */
const maxFrames = 120;

/**
 * Scrolls to a place of the form and focuses it, as soon as it shows the finding that was asked for.
 *
 * @param page the form; null once another finding has taken its place, which gives this up
 * @param field what the place is called in `data-place`
 * @param line a line of its text to be in sight
 */
export async function focusPlace(
  page: () => HTMLElement | null,
  field: CheckPlace,
  line: string | null = null,
): Promise<void> {
  let part: HTMLElement | null = null;
  // What lies below the title shows this finding, and the editor of a text is built, some frames after the title was painted.
  for (let frame = 0; frame < maxFrames; frame += 1) {
    const form = page();
    if (form === null) return;
    if (part === null) {
      const found = form.querySelector<HTMLElement>(`[data-place="${field}"]`);
      if (found?.closest('[aria-busy]') === null) part = found;
      part?.scrollIntoView({ block: part.clientHeight > form.clientHeight / 2 ? 'start' : 'center' });
    }
    const control = part === null ? null : firstControl(part);
    if (control !== null) {
      control.focus({ preventScroll: line !== null });
      if (part !== null && line !== null) lineIn(part, line)?.scrollIntoView({ block: 'center' });
      return;
    }
    await new Promise(requestAnimationFrame);
  }
}

/** A line of a text as it is written; null if it is not drawn now. */
function lineIn(part: HTMLElement, line: string): Element | null {
  const root = [...part.querySelectorAll('*')].find(({ shadowRoot }) => shadowRoot !== null)?.shadowRoot;
  const lines = [...(root?.querySelectorAll('.cm-line') ?? [])];
  return lines.find(({ textContent }) => textContent === line) ?? null;
}

const controls = 'input:enabled, textarea:enabled, select:enabled, button:enabled';

/** What takes focus first in a part of the form; the editor of a text stands in a tree of its own. */
function firstControl(part: HTMLElement): HTMLElement | null {
  for (const element of part.querySelectorAll<HTMLElement>('*')) {
    const editor = element.shadowRoot?.querySelector<HTMLElement>('[role="textbox"]') ?? null;
    if (editor !== null) return editor;
    const isStop = element.matches(`:is(${controls}):not([tabindex="-1"])`);
    if (isStop && element.checkVisibility({ visibilityProperty: true })) return element;
  }
  return null;
}
