import type { Page } from 'playwright-core';

/** What the page's stopwatch is told: begin to measure something, or tell what was measured, in milliseconds. */
export type Order =
  | ('frames' | 'frames-end' | 'answer' | 'answer-end' | 'opened' | 'opened-end' | 'keys' | 'keys-end')
  | ('decided' | 'decided-end');

declare global {
  interface Window {
    dossierStopwatch?: (order: Order) => number[];
  }
}

/**
 * Puts a stopwatch into the page, beside the program: it reads the browser's clocks (frames, requests, input events)
 * and the screen, and changes nothing.
 */
export async function installStopwatch(page: Page): Promise<void> {
  await page.evaluate(() => {
    let times: number[] = [];
    let running: string | null = null;

    function watchFrames(last: number): void {
      requestAnimationFrame((now) => {
        if (running !== 'frames') return;
        times.push(now - last);
        watchFrames(now);
      });
    }

    /**
     * From the key until its rows were painted: the first list that was requested after it and answered, and the rows
     * that it lacked. What a sync has the list ask anew, and what is fetched ahead of a scroll, comes later: nobody
     * waits for it.
     */
    function watchAnswer(): void {
      let from: number | null = null;
      let listedAt: number | null = null;
      const begin = (event: Event): void => {
        from ??= event.timeStamp;
      };
      addEventListener('keydown', begin, { capture: true, once: true });
      const painted = (began: number): void => {
        requestAnimationFrame(() =>
          setTimeout(() => {
            if (running === 'answer') times = [performance.now() - began];
          }),
        );
      };
      const take = (entry: PerformanceResourceTiming): void => {
        if (from === null || entry.startTime < from || entry.responseStatus !== 200) return;
        if (entry.name.endsWith('/call/list.find') && listedAt === null) {
          listedAt = entry.responseEnd;
          painted(from);
        } else if (entry.name.endsWith('/call/list.rows') && listedAt !== null) {
          const late = entry.startTime - listedAt;
          if (late >= 0 && late < 60) painted(from);
        }
      };
      const observer = new PerformanceObserver((entries) => {
        for (const entry of entries.getEntries()) take(entry as PerformanceResourceTiming);
      });
      observer.observe({ type: 'resource' });
      stop = () => {
        observer.disconnect();
        removeEventListener('keydown', begin, { capture: true });
      };
    }

    /**
     * From the click until the editor shows another finding with the title of the clicked row; and until everything in
     * view is shown. The title alone would not do: findings that stand together often have the same one. NaN twice if
     * the row that was clicked is the one that is open.
     */
    function watchOpened(): void {
      const editor = (): HTMLElement | null => document.querySelector<HTMLElement>('.editor');
      const titled = (wanted: string, before: string | undefined): boolean => {
        const title = editor()?.querySelector('textarea')?.value ?? '';
        const finding = editor()?.dataset['finding'];
        return title !== '' && wanted.includes(title) && finding !== undefined && finding !== before;
      };
      const whole = (): boolean =>
        [...(editor()?.querySelectorAll('[aria-busy]') ?? [])].every(
          (part) => part.getBoundingClientRect().top > innerHeight,
        );
      const begin = (event: MouseEvent): void => {
        const row = event.target instanceof Element ? event.target.closest('[role=row]') : null;
        const wanted = row?.textContent ?? '';
        const from = event.timeStamp;
        // While findings arrive, the one that is open may have come here, and cannot be opened again.
        const current = row?.closest('[role=grid]')?.getAttribute('aria-activedescendant');
        if (row !== null && row.id === current) {
          times = [NaN, NaN];
          return;
        }
        const before = editor()?.dataset['finding'];
        const look = (): void => {
          if (times.length === 0 && titled(wanted, before)) note();
          if (times.length === 1 && whole()) note();
          if (running === 'opened' && times.length < 2) requestAnimationFrame(look);
        };
        const note = (): void => {
          const at = times.push(NaN) - 1;
          setTimeout(() => (times[at] = performance.now() - from));
        };
        requestAnimationFrame(look);
      };
      addEventListener('mousedown', begin, { capture: true, once: true });
      stop = () => removeEventListener('mousedown', begin, { capture: true });
    }

    /** From the key until another candidate is shown: what it is, and where it stands among the others. */
    function watchDecided(): void {
      const shown = (): string => document.querySelector('article header')?.textContent ?? '';
      const begin = (event: KeyboardEvent): void => {
        const from = event.timeStamp;
        const before = shown();
        const look = (): void => {
          const now = shown();
          if (now !== '' && now !== before) setTimeout(() => times.push(performance.now() - from));
          else if (running === 'decided') requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      };
      addEventListener('keydown', begin, { capture: true, once: true });
      stop = () => removeEventListener('keydown', begin, { capture: true });
    }

    /** What the browser itself says of each key: from the hardware until the next frame was painted. */
    function watchKeys(): void {
      const observer = new PerformanceObserver((entries) => {
        for (const entry of entries.getEntries()) if (entry.name === 'keydown') times.push(entry.duration);
      });
      observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
      stop = () => observer.disconnect();
    }

    let stop = (): void => undefined;
    window.dossierStopwatch = (order) => {
      if (order.endsWith('-end')) {
        const taken = times;
        running = null;
        stop();
        stop = () => undefined;
        times = [];
        return taken;
      }
      times = [];
      running = order;
      if (order === 'frames') watchFrames(performance.now());
      else if (order === 'answer') watchAnswer();
      else if (order === 'opened') watchOpened();
      else if (order === 'decided') watchDecided();
      else watchKeys();
      return [];
    };
  });
}

/** Gives the page's stopwatch an order. @returns what was measured, if the order ends something */
export function stopwatch(page: Page, order: Order): Promise<number[]> {
  return page.evaluate((given) => window.dossierStopwatch?.(given) ?? [], order);
}
