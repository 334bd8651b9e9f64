import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { startSampleService, type SampleOptions, type SampleService } from '#sample/http/server.ts';
import { startTcpProxy, type TcpProxy } from '../../../electron/cli/demo/tcp-proxy.ts';
import { barriers } from '../support/axe.ts';
import { openWindow } from '../support/browser.ts';

/*
 * What a picture is taken of: the window of a fresh home before a sample service, at one size. A scene brings the
 * window into a state and it is taken in both themes, with what axe-core finds in each.
 */

export const project = 'fjm-portal-2026';
export const passphrase = 'four words of mine';

export interface Size {
  readonly name: 'small' | 'large';
  readonly width: number;
  readonly height: number;
}

export interface Stage {
  readonly page: Page;
  readonly service: SampleService;
  readonly proxy: TcpProxy;
  readonly size: Size;
  /** Where there is no room for lists and settings, they are opened first. */
  showLists(): Promise<void>;
  button(name: string): Locator;
  /** Closes the dialog in front, with what was typed in it. */
  leave(): Promise<void>;
  /** Plays a scene and takes it. One that cannot be played is told and left; the next may go on. */
  scene(name: string, play: () => Promise<void>): Promise<void>;
}

/** What was wrong with a picture: it could not be taken, it has barriers, the page complained. */
export interface Fault {
  readonly picture: string;
  readonly what: string;
}

export interface Setting {
  readonly size: Size;
  readonly folder: string;
  readonly home: string;
  /** What the sample service is like, if the usual one does not lead to a scene. */
  readonly service?: SampleOptions;
}

/** Runs through scenes at one size. @param folder gets `NAME-SIZE-THEME.png` for each @returns what was wrong */
export async function play(
  browser: Browser,
  { size, folder, home, service: options }: Setting,
  scenes: (stage: Stage) => Promise<void>,
): Promise<readonly Fault[]> {
  const faults: Fault[] = [];
  const service = await startSampleService(options);
  const proxy = await startTcpProxy(service.baseUrl);
  const { width, height } = size;
  const opened = await openWindow(browser, { home, width, height });
  const { page } = opened;
  let taken = 0;
  let heard = 0;

  async function take(name: string): Promise<void> {
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      const picture = `${String(taken).padStart(2, '0')}-${name}-${size.name}-${theme}`;
      await page.screenshot({ path: join(folder, `${picture}.png`), animations: 'disabled' });
      for (const what of await barriers(page)) faults.push({ picture, what });
    }
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  }

  try {
    await scenes({
      page,
      service,
      proxy,
      size,
      async showLists() {
        const shows = page.getByRole('button', { name: 'Lists and settings', exact: true });
        if (await shows.isVisible()) await shows.click();
      },
      button: (name) => page.getByRole('button', { name, exact: true }),
      async leave() {
        await page.keyboard.press('Escape');
        const discard = page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true });
        if (await discard.isVisible()) await discard.click();
      },
      async scene(name, steps) {
        taken += 1;
        try {
          await steps();
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error);
          faults.push({ picture: `${name}-${size.name}`, what: `cannot be played: ${reason}` });
        }
        await take(name);
        for (; heard < opened.complaints.length; heard += 1) {
          faults.push({
            picture: `${name}-${size.name}`,
            what: `complaint: ${String(opened.complaints[heard])}`,
          });
        }
      },
    });
    return faults;
  } finally {
    await opened.close();
    await service.close();
    await proxy.pull().catch(() => undefined);
  }
}
