import { patienceMs } from '../patience.ts';
import type { EngineTab, InputSource } from './engine.ts';

/** Keys with a name, as WebDriver writes them. */
const namedKeys: Readonly<Record<string, string>> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Control: '\uE009',
  Shift: '\uE008',
  ArrowDown: '\uE015',
  End: '\uE010',
};

/** What a user looks for: by what it is and what it is called. */
export interface Sought {
  readonly role: 'button' | 'heading' | 'row' | 'option' | 'textbox' | 'article' | 'dialog' | 'text';
  /** The whole name, or its beginning followed by "…". */
  readonly name: string;
}

/**
 * Runs in the page: the middle of the element, once it can be seen and nothing lies over it; null until then. Of several the
 * first.
 */
const middleOf = `(role, name) => {
  const selectors = {
    button: 'button, [role=button], [role=radio], [role=tab], [role=menuitem]',
    heading: 'h1, h2, h3', row: '[role=row]', option: '[role=option]', article: 'article',
    textbox: 'input, textarea, [role=textbox]', dialog: 'dialog[open]', text: 'p, span, div, td, strong, li, label, output',
  };
  const named = (element) => {
    const by = element.getAttribute('aria-labelledby');
    return (element.getAttribute('aria-label')
      ?? (by === null ? null : by.split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' '))
      ?? element.labels?.[0]?.textContent ?? element.textContent ?? '').replace(/\\s+/g, ' ').trim();
  };
  const start = name.endsWith('…') ? name.slice(0, -1) : null;
  for (const element of document.querySelectorAll(selectors[role])) {
    const called = named(element);
    if (start === null ? called !== name : !called.startsWith(start)) continue;
    const { x, y, width, height } = element.getBoundingClientRect();
    if (width === 0 || height === 0 || getComputedStyle(element).visibility !== 'visible') continue;
    const middle = { x: Math.round(x + Math.min(width / 2, 400)), y: Math.round(y + Math.min(height / 2, 20)) };
    return middle;
  }
  return null;
}`;

/** The hand and the eye of a user in a tab: looks until what is sought is there, clicks, types. */
export class Hand {
  readonly #tab: EngineTab;

  constructor(tab: EngineTab) {
    this.#tab = tab;
  }

  /** Waits until it can be seen. @returns its middle, in CSS pixels @throws after the patience of tests */
  async see(role: Sought['role'], name: string): Promise<{ readonly x: number; readonly y: number }> {
    return this.#until(`${role} “${name}”`, async () => {
      const middle = await this.#tab.run(middleOf, [role, name]);
      return middle as { x: number; y: number } | null;
    });
  }

  /** Clicks on it once it stands still. */
  async click(role: Sought['role'], name: string): Promise<void> {
    const last = { x: -1, y: -1 };
    const { x, y } = await this.#until(`${role} “${name}”`, async () => {
      const middle = await this.see(role, name);
      const still = middle.x === last.x && middle.y === last.y;
      Object.assign(last, middle);
      return still ? middle : null;
    });
    const actions = [
      { type: 'pointerMove', x, y },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ] as const;
    await this.#tab.act({ type: 'pointer', id: 'mouse', actions });
  }

  /** Presses keys one after the other, as fast as a user's; `Control+a` are two at once. */
  async press(...keys: readonly string[]): Promise<void> {
    const actions = keys.flatMap((combination) => {
      const values = combination.split('+').map((key) => namedKeys[key] ?? key);
      return [
        ...values.map((value) => ({ type: 'keyDown', value }) as const),
        ...values.toReversed().map((value) => ({ type: 'keyUp', value }) as const),
      ];
    });
    await this.#tab.act({ type: 'key', id: 'keys', actions });
  }

  async type(text: string): Promise<void> {
    const actions: Extract<InputSource, { type: 'key' }>['actions'] = [...text].flatMap(
      (value) =>
        [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ] as const,
    );
    await this.#tab.act({ type: 'key', id: 'keys', actions });
  }

  /** Asks the page until the answer is true. @param functionText of a function that answers it */
  async holds(what: string, functionText: string): Promise<void> {
    await this.#until(what, async () => ((await this.#tab.run(functionText, [])) === true ? true : null));
  }

  /** What the page has to read, and where its keys go. */
  async #shown(): Promise<string> {
    const read = `() => document.body.innerText + '\\n\\nFocus: ' + document.activeElement.cloneNode().outerHTML`;
    return JSON.stringify(await this.#tab.run(read, [])).replaceAll('\\n', '\n');
  }

  async #until<T>(what: string, look: () => Promise<T | null>): Promise<T> {
    const until = performance.now() + patienceMs;
    for (;;) {
      const found = await look();
      if (found !== null) return found;
      if (performance.now() > until) throw new Error(`${what} is not there, but: ${await this.#shown()}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
