import type { Page } from 'playwright-core';

/** What of the page the toasts lie over: the buttons, fields and texts that are in sight, by their words. */
export async function coveredByToasts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;
    const cut = (one: Box, other: Box): Box => ({
      left: Math.max(one.left, other.left),
      top: Math.max(one.top, other.top),
      right: Math.min(one.right, other.right),
      bottom: Math.min(one.bottom, other.bottom),
    });
    const area = ({ left, top, right, bottom }: Box): number =>
      Math.max(0, right - left) * Math.max(0, bottom - top);
    /** What its ancestors leave of it. */
    const inSight = (box: Box, of: Element): Box => {
      let left = cut(box, { left: 0, top: 0, right: innerWidth, bottom: innerHeight });
      for (let at = of.parentElement; at !== null; at = at.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(at);
        if (overflowX !== 'visible' || overflowY !== 'visible') left = cut(left, at.getBoundingClientRect());
      }
      return left;
    };
    const toasts = [...document.querySelectorAll('.toast')].filter((toast) => toast.checkVisibility());
    const boxes = toasts.map((toast) => toast.getBoundingClientRect());
    const [dialog] = [...document.querySelectorAll('dialog[open]')].slice(-1);
    const found: string[] = [];
    const look = (element: Element, box: Box, words: string): void => {
      if (toasts.some((toast) => toast.contains(element)) || !element.checkVisibility()) return;
      const seen = inSight(box, element);
      if (boxes.some((toast) => area(cut(toast, seen)) > 1)) found.push(words.trim().slice(0, 60));
    };
    const root = dialog ?? document.body;
    for (const control of root.querySelectorAll('button, input, select, textarea, [tabindex="0"]:not(div)')) {
      look(control, control.getBoundingClientRect(), control.ariaLabel ?? control.textContent);
    }
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let at = texts.nextNode(); at !== null; at = texts.nextNode()) {
      const { parentElement, textContent } = at;
      if (parentElement === null || (textContent ?? '').trim() === '') continue;
      if (parentElement.closest('.visually-hidden, script, style') !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(at);
      for (const box of range.getClientRects()) look(parentElement, box, textContent ?? '');
    }
    return found;
  });
}
