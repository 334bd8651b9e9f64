import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { _electron } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { openHomeGateway } from '#app/client/home-gateway.ts';
import { buildIfStale } from '#build/build-if-stale.js';
import { startShell } from '../../../electron/desktop/shell.ts';
import type { ShellOptions } from '../../../electron/desktop/shell.ts';
import { findDesktop } from '../../../electron/desktop/start.js';
import { launchChromium } from '../../support/chromium.ts';
import { createElectronDouble } from '../../support/electron-double/double.ts';
import type { DoubleOptions, ElectronDouble } from '../../support/electron-double/double.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const desktop = findDesktop(root);

/** On what the specs of this run are played. */
export const runtime = desktop.kind === 'ready' ? 'real Electron' : 'the double over Chromium';
/** For specs that need to look into the double. */
export const onDouble = desktop.kind !== 'ready';

let browser: Browser | undefined;
/** What the window is made of: its pages, and the built files that the shell names by path. */
let files = { pages: '', shell: '' };

/** Builds the shell if it is older than its sources, and starts the browser of the double. */
export function prepareShell(): void {
  const pages = join(import.meta.dirname, '..', 'pages');
  beforeAll(async () => {
    expect((await buildIfStale(root, 'shell')).kind).toMatch(/fresh|built/);
    const shell = join(root, 'dist', 'shell');
    files = onDouble ? { pages, shell } : besideEachOther(pages, shell);
    // Cameras and microphones that are there, so that it is the permission that is missing.
    if (onDouble) browser = await launchChromium(['--use-fake-device-for-media-stream']);
  });
  afterAll(async () => {
    await browser?.close();
    if (!onDouble) rmSync(join(files.pages, '..'), { recursive: true, force: true });
  });
}

/** The built program looks for its pages beside itself: both in one folder, where its packages are found. */
function besideEachOther(pages: string, shell: string): typeof files {
  const cache = join(root, 'node_modules', '.cache', 'dossier');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'shell-'));
  const made = { pages: join(folder, 'renderer'), shell: join(folder, 'shell') };
  cpSync(pages, made.pages, { recursive: true });
  cpSync(shell, made.shell, { recursive: true });
  return made;
}

/** Asks until the answer is as expected: a page of its own process has its own pace, on a busy machine a slow one. */
export const eventually = <T>(ask: () => T) => expect.poll(ask);

/** A started shell, whatever runs it. */
export interface Desk {
  readonly page: () => Promise<Page>;
  /** Calls a procedure from the page. */
  readonly call: (name: string, input?: unknown) => Promise<unknown>;
  /** What the page was told without asking. */
  readonly told: () => Promise<unknown[]>;
  /** Dialogs that were shown: title, detail. */
  readonly asked: () => Promise<readonly { readonly title: string; readonly detail: string }[]>;
  /** How dialogs are answered from now on: the number of a button. */
  readonly answerWith: (button: number) => Promise<void>;
  /** Addresses that went to the person's browser. */
  readonly opened: () => Promise<readonly string[]>;
  /** The computer goes to sleep, its screen is locked, or another user has it. */
  readonly leave: (event: 'suspend' | 'lock-screen' | 'user-did-resign-active') => Promise<void>;
  readonly crash: () => Promise<void>;
  readonly clickMenu: (label: string) => Promise<void>;
  /** The person closes the window; settles when the program has ended. */
  readonly close: () => Promise<void>;
}

/** @param home of the desk; the same one again is the next start of the program */
export async function startDesk(home: string): Promise<Desk> {
  return desktop.kind === 'ready' ? startReal(desktop.executable, home) : (await startDouble(home)).desk;
}

export interface DoubleDeskOptions extends Partial<DoubleOptions> {
  /** The thread's entry, with a table of handlers of the test. */
  readonly hostEntry?: URL;
  /** How the shell is started otherwise. */
  readonly shell?: Partial<ShellOptions>;
}

export interface DoubleDesk {
  readonly desk: Desk;
  readonly double: ElectronDouble;
}

/** The shell on the double, in this process, with the built preload script and the real gateway, thread and store. */
export async function startDouble(
  home: string,
  { hostEntry, shell = {}, ...options }: DoubleDeskOptions = {},
): Promise<DoubleDesk> {
  if (browser === undefined) throw new Error('prepareShell was not called.');
  mkdirSync(home, { recursive: true });
  const platform = shell.platform ?? 'linux';
  const double = createElectronDouble({ browser, userData: join(home, '..'), platform, ...options });
  const { electron, windows } = double;
  const started = startShell(electron, {
    home,
    backup: null,
    restartWith: (vault) => ({ args: ['--home', vault] }),
    platform: 'linux',
    environment: {},
    pages: files.pages,
    preload: join(files.shell, 'preload.cjs'),
    icon: join(files.shell, 'icon.png'),
    nowMs: () => performance.now(),
    closeTimeoutMs: 5_000,
    screenPollMs: 20,
    shownAfterMs: 1_000_000,
    installation: {
      executable: process.execPath,
      packageType: '',
      isAppImage: false,
      updateConfig: '',
      updateKey: '',
    },
    loadUpdater: () =>
      Promise.reject(new Error('Updates are tested on the built program (updates.test.ts).')),
    updatePollMs: 1_000_000,
    now: () => new Date(),
    onShown: () => undefined,
    openGateway: (keychainKey, systemProxy) =>
      openHomeGateway({
        home,
        version: '0.0.0-test',
        passphrase: null,
        showRecoveryCode: null,
        token: null,
        tell: () => undefined,
        debug: false,
        keychainKey,
        systemProxy,
        ...(hostEntry === undefined ? {} : { hostEntry }),
      }),
    ...shell,
  });
  // A page that never ends loading is no reason to wait.
  if (options.staysLoading !== true) await started;
  let over = false;
  onTestFinished(async () => {
    if (!over) electron.app.quit();
    await double.ended;
    await double.dispose();
  });
  const page = async (): Promise<Page> => {
    const [window] = windows;
    if (window === undefined) throw new Error('There is no window.');
    return window.webContents.page();
  };
  return {
    double,
    desk: {
      ...inPage(page),
      asked: async () => double.asked,
      answerWith: async (button) => {
        double.answerWith(() => button);
      },
      opened: async () => double.opened,
      leave: async (event) => void electron.powerMonitor.emit(event),
      crash: async () => {
        const gone = (await page()).waitForEvent('crash');
        windows[0]?.webContents.forcefullyCrashRenderer();
        await gone;
      },
      clickMenu: async (label) => {
        const items = double.menu().flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
        const item = items.find((one) => one.label === label);
        (item?.click as (() => void) | undefined)?.();
      },
      close: async () => {
        over = true;
        await windows[0]?.close();
        await double.ended;
      },
    },
  };
}

/** The built program on Electron itself. */
async function startReal(executablePath: string, home: string): Promise<Desk> {
  const running = await _electron.launch({
    executablePath,
    args: [join(files.shell, 'main.js'), `--user-data-dir=${join(home, 'user-data')}`],
    env: { ...(process.env as Record<string, string>), DOSSIER_HOME: home },
  });
  onTestFinished(() => running.close());
  await running.evaluate(({ dialog, shell }) => {
    const seen = { asked: [] as { title: string; detail: string }[], opened: [] as string[], button: 1 };
    Object.assign(globalThis, { seen });
    Object.assign(dialog, {
      showMessageBox: async (
        _window: unknown,
        { message, detail = '' }: { message: string; detail?: string },
      ) => {
        seen.asked.push({ title: message, detail });
        return { response: seen.button, checkboxChecked: false };
      },
    });
    Object.assign(shell, { openExternal: async (url: string) => void seen.opened.push(url) });
  });
  const seen = () =>
    running.evaluate(
      () =>
        (globalThis as unknown as { seen: { asked: { title: string; detail: string }[]; opened: string[] } })
          .seen,
    );
  return {
    ...inPage(() => running.firstWindow()),
    asked: async () => (await seen()).asked,
    answerWith: (button) =>
      running.evaluate((_electron, given) => {
        (globalThis as unknown as { seen: { button: number } }).seen.button = given;
      }, button),
    opened: async () => (await seen()).opened,
    leave: (event) => running.evaluate(({ powerMonitor }, name) => void powerMonitor.emit(name), event),
    crash: () =>
      running.evaluate(({ BrowserWindow }) => {
        BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
      }),
    clickMenu: (label) =>
      running.evaluate(({ Menu }, wanted) => {
        const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
        items.find((one) => one.label === wanted)?.click();
      }, label),
    close: async () => {
      const ended = running.waitForEvent('close');
      await running.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
      await ended;
    },
  };
}

function inPage(page: () => Promise<Page>): Pick<Desk, 'page' | 'call' | 'told'> {
  let calls = 0;
  return {
    page,
    async call(name, input = {}) {
      calls += 1;
      const text = await (
        await page()
      ).evaluate(
        ([procedure, inputText, id]) =>
          (globalThis as unknown as { dossier: { call(...args: string[]): Promise<string> } }).dossier.call(
            procedure,
            inputText,
            id,
          ),
        [name, JSON.stringify(input), `spec-${String(calls)}`] as const,
      );
      return JSON.parse(text);
    },
    told: async () => (await page()).evaluate(() => (globalThis as unknown as { told: unknown[] }).told),
  };
}
