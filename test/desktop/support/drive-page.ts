import type { Page } from 'playwright-core';
import { double } from '../../support/electron-double/module.ts';

/** The page of a program that was started on the double, and the calls that it makes through its bridge. */
export interface DrivenPage {
  readonly page: Page;
  readonly call: (name: string, input: unknown) => Promise<DrivenAnswer>;
}

export interface DrivenAnswer {
  readonly ok: boolean;
  readonly value?: unknown;
  readonly error?: unknown;
}

/** Waits for the first window and for its page to be ready. */
export async function drivenPage(): Promise<DrivenPage> {
  while (double.windows.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const page = await double.windows[0]!.webContents.page();
  await page.waitForFunction(() => 'dossier' in globalThis && document.readyState === 'complete');
  let calls = 0;
  return {
    page,
    async call(name, input) {
      calls += 1;
      const text = await page.evaluate(
        ([procedure, inputText, id]) =>
          (Reflect.get(globalThis, 'dossier') as { call(...args: string[]): Promise<string> }).call(
            procedure,
            inputText,
            id,
          ),
        [name, JSON.stringify(input), `drive-${String(calls)}`] as const,
      );
      return JSON.parse(text) as DrivenAnswer;
    },
  };
}
