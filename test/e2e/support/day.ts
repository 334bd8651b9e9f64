import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startSampleService, type SampleService } from '#sample/http/server.ts';
import { startTcpProxy, type TcpProxy } from '../../../electron/cli/demo/tcp-proxy.ts';
import { eventually, openWindow, type Opened } from './browser.ts';
import { callFrom } from './calls.ts';

/*
 * A desk in the middle of a working day: a service with a few findings behind a breakable proxy, and the window. Its
 * vault has a passphrase and has fetched them. The program can be killed and started again; the service goes on.
 */

export const project = 'fjm-portal-2026';
export const passphrase = 'four words of mine';

/** Two paragraphs, so that two people can each change one. */
export const description = 'The parameter is not checked.\n\nAn attacker reads any file.\n';

export interface Day {
  readonly service: SampleService;
  readonly proxy: TcpProxy;
  /** The window as it is open now. */
  readonly opened: Opened;
  readonly page: Page;
  /** What every window of the day has complained about. */
  readonly complaints: readonly string[];
  /** Kills the program as a crash or a power cut does, starts it again and opens the home by its passphrase. */
  killAndRestart(): Promise<void>;
  end(): Promise<void>;
}

/**
 * @param titles of the findings; `f0`, `f1` and so on are their ids
 * @param candidates their titles; `c0` and so on
 * @param env what the program finds in its environment
 */
export async function beginDay(
  browser: Browser,
  titles: readonly string[],
  candidates: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<Day> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-day-'));
  const home = join(folder, 'home');
  const bodyOf = (title: string) => ({
    title,
    asset: ['portal.example.test'],
    severity: 'medium',
    status: 'open',
    description,
  });
  const findings = [
    ...titles.map((title, at) => ({ id: `f${String(at)}`, body: bodyOf(title) })),
    ...candidates.map((title, at) => ({
      id: `c${String(at)}`,
      body: { ...bodyOf(title), status: 'draft' },
      candidate: 'public' as const,
    })),
  ];
  const service = await startSampleService({ engagement: false, seeds: [{ project, findings }] });
  const proxy = await startTcpProxy(service.baseUrl);
  const earlier: string[] = [];
  let opened = await openWindow(browser, { home, env, width: 1500 });
  await callFrom(opened.page, 'home.create', { passphrase });
  await callFrom(opened.page, 'home.connect', {
    baseUrl: proxy.baseUrl,
    token: service.tokens['mara'] ?? '',
  });
  await callFrom(opened.page, 'engagement.add', { project });
  await callFrom(opened.page, 'sync.run', {});
  await opened.page.reload();

  return {
    service,
    proxy,
    get opened() {
      return opened;
    },
    get page() {
      return opened.page;
    },
    get complaints() {
      return [...earlier, ...opened.complaints];
    },
    async killAndRestart() {
      const { running } = opened.serving;
      earlier.push(...opened.complaints);
      // A page whose program is gone complains on the console, as it should.
      await opened.context.close();
      running.child.kill('SIGKILL');
      await running.ended;
      opened = await openWindow(browser, { home, env, width: 1500 });
      await unlock(opened.page);
    },
    async end() {
      await opened.close();
      await service.close();
      await proxy.pull().catch(() => undefined);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Gives the passphrase as a person does, and waits until the window is open: keys before that reach nothing. */
export async function unlock(page: Page): Promise<void> {
  const locked = page.getByRole('heading', { name: 'Locked' });
  await locked.waitFor();
  await page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await page.keyboard.press('Enter');
  await locked.waitFor({ state: 'detached' });
  await page.getByLabel('Status bar').waitFor();
}

/** Opens the finding with this title from the list; what was open before is left. */
export async function openFinding(page: Page, title: string): Promise<void> {
  await page.getByRole('row').filter({ hasText: title }).first().dblclick();
  await page.waitForFunction(
    (wanted) => document.querySelector<HTMLTextAreaElement>('.editor textarea')?.value === wanted,
    title,
  );
}

/** Waits until the home knows which finding is open, which it is told a moment later. */
export async function remembered(page: Page): Promise<void> {
  await eventually(async () => (await callFrom(page, 'setting.read', {})).place?.finding).toBeTypeOf(
    'string',
  );
}
