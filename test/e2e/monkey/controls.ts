import type { Page } from 'playwright-core';

/** Something on the page that a user can press or type into. */
export interface Control {
  /** Role and name, and a number if several have both: the same on every page that shows it. */
  readonly name: string;
  readonly takes: 'click' | 'text' | 'choice';
  readonly x: number;
  readonly y: number;
}

/** What a page shows at one moment. */
export interface Sight {
  readonly controls: readonly Control[];
  readonly isLocked: boolean;
  /** Whether nothing at all is written on it. */
  readonly isBlank: boolean;
  /** What an error boundary shows; null if there is none. */
  readonly broken: string | null;
}

/** Titles of what the window shows in place of a part that failed. */
const brokenTitles = ['The window could not be built', 'Part of the window could not be loaded'];

/** What a user sees and reaches with the mouse now, in the order of the page. @param frames waits so many frames first */
export function look(page: Page, frames: number): Promise<Sight> {
  return page.evaluate(
    async ([waits, titles]) => {
      for (let frame = 0; frame < waits; frame += 1) {
        await new Promise((resolve) => {
          requestAnimationFrame(() => setTimeout(resolve));
        });
      }
      const selector =
        'button, a[href], input, textarea, select, summary, [role=row], [role=option], [role^=menuitem], [role=tab], [tabindex="0"]';
      const counts = new Map<string, number>();
      const controls = [...document.querySelectorAll<HTMLElement>(selector)].flatMap((element) => {
        if (element.matches(':disabled, [aria-disabled=true], [type=file]')) return [];
        const { left, top, right, bottom } = element.getBoundingClientRect();
        const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
        const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
        const hit = document.elementFromPoint(x, y);
        if (hit === null || !(element.contains(hit) || hit.closest('label')?.contains(element))) return [];
        const words = element.ariaLabel ?? element.textContent.trim().replaceAll(/\s+/gu, ' ').slice(0, 40);
        const plain = `${element.role ?? element.localName} ${words}`;
        const count = (counts.get(plain) ?? 0) + 1;
        counts.set(plain, count);
        const isText = element.matches('textarea, input:not([type=checkbox], [type=radio])');
        const takes = isText ? 'text' : element.matches('select') ? 'choice' : 'click';
        return [{ name: count === 1 ? plain : `${plain} (${String(count)})`, takes, x, y } as const];
      });
      // A page that begins to load has no body yet.
      const text = document.documentElement.querySelector('body')?.innerText ?? '';
      return {
        controls,
        isLocked: [...document.querySelectorAll('h1, h2')].some((one) => one.textContent.trim() === 'Locked'),
        isBlank: text.trim() === '',
        broken: titles.find((title) => text.includes(title)) ?? null,
      };
    },
    [frames, brokenTitles] as const,
  );
}
