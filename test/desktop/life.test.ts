import { EventEmitter } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readLink } from '#domain/base/links.ts';
import { withMenuKeys } from '#renderer/session/commands/shortcuts.ts';
import { commandTable } from '#renderer/shell/commands/commands.ts';
import { placeWindow, readWindowState } from '../../electron/desktop/window/bounds.ts';
import { createCrashCounter } from '../../electron/desktop/window/crash-counter.ts';
import { acceleratorOf, menuTemplate } from '../../electron/desktop/window/menu.ts';
import { backupOfStart, dataOfStart, readStartOptions, wordsToOpen } from '../../electron/desktop/options.ts';
import { findDesktop, whyNoSandbox } from '../../electron/desktop/start.js';
import { temporaryFolder } from '../support/desk.ts';
import { eventually, prepareShell, startDouble } from './support/desk.ts';
import type { DoubleDesk } from './support/desk.ts';

prepareShell();

const isWindows = process.platform === 'win32';
const newHome = () => join(temporaryFolder(), 'home');
const screen = { x: 0, y: 0, width: 1920, height: 1040 };

describe('the program', () => {
  it('opens one window: a second start ends, and shows that of the first', async () => {
    const home = newHome();
    const { double } = await startDouble(home);
    const [window] = double.windows;
    window!.minimized = true;
    const second = await startDouble(home, { secondOf: double });
    expect([await second.double.ended, second.double.windows]).toEqual([0, []]);
    expect([window!.minimized, window!.shown, window!.focused]).toEqual([false, true, true]);
  });

  it('keeps where its window was', async () => {
    const home = newHome();
    const first = await startDouble(home);
    first.double.windows[0]!.bounds = { x: 30, y: 40, width: 1000, height: 700 };
    await first.desk.close();
    const { double } = await startDouble(home);
    expect(double.windows[0]!.options).toMatchObject({ x: 30, y: 40, width: 1000, height: 700 });
  });

  it('asks what to do about a page that ends again and again', async () => {
    const { desk, double } = await startDouble(newHome());
    for (let crashes = 1; crashes <= 3; crashes += 1) {
      await desk.crash();
      await eventually(() => double.asked.length).toBe(crashes);
      await (await desk.page()).waitForSelector('h1');
    }
    double.answerWith(() => 1);
    await desk.crash();
    expect([await double.ended, double.asked.at(-1)?.title]).toEqual([
      0,
      'The window ended several times in a minute.',
    ]);
  });
});

describe('the window', () => {
  it('is maximized again where it was', async () => {
    const home = newHome();
    const first = await startDouble(home);
    first.double.windows[0]!.maximize();
    await first.desk.close();
    const { double } = await startDouble(home);
    expect([double.windows[0]!.isMaximized(), double.windows[0]!.shown]).toEqual([true, true]);
  });

  it.each([
    { staysLoading: true },
    { tellsReadyToShow: false },
    { failsToLoad: true },
    { staysLoading: true, tellsReadyToShow: false, shownAfterMs: 10 },
  ])('is shown by the first that tells of its page, or after a time: %o', async (options) => {
    const { shownAfterMs = 1_000_000, ...electron } = options;
    const shown: string[] = [];
    const { double } = await startDouble(newHome(), {
      ...electron,
      shell: { shownAfterMs, onShown: () => shown.push('shown') },
    });
    await eventually(() => [double.windows[0]?.shown, shown]).toEqual([true, ['shown']]);
  });

  it('has a menu of its own for the other mouse button, without one that would do nothing', async () => {
    const { double } = await startDouble(newHome());
    const nothing = {
      linkURL: '',
      selectionText: '',
      isEditable: false,
      editFlags: { canCut: false, canCopy: false, canPaste: false, canSelectAll: false },
    };
    const press = (choice: object) =>
      double.windows[0]!.webContents.emit('context-menu', {}, { ...nothing, ...choice });
    press({});
    press({ isEditable: true, editFlags: { ...nothing.editFlags, canPaste: true } });
    press({ linkURL: 'https://example.test/a', selectionText: 'a', editFlags: { canCopy: true } });
    const [inField, onLink] = double.popups;
    expect(inField?.map(({ role, type, enabled }) => [role ?? type, enabled])).toEqual([
      ['cut', false],
      ['copy', false],
      ['paste', true],
      ['separator', undefined],
      ['selectAll', false],
    ]);
    expect([double.popups.length, onLink?.map(({ role, label }) => role ?? label)]).toEqual([
      2,
      ['copy', 'Copy link'],
    ]);
    Reflect.apply(onLink?.at(-1)?.click ?? expect.fail, undefined, []);
    expect(double.copied).toEqual(['https://example.test/a']);
  });

  it('can be loaded again where its page does not answer', async () => {
    const { desk, double } = await startDouble(newHome());
    await (await desk.page()).evaluate(() => (document.title = 'stuck'));
    double.answerWith(() => 0);
    double.windows[0]!.webContents.emit('unresponsive');
    await eventually(async () => (await desk.page()).title()).toBe('Dossier');
    expect(double.asked.map(({ title, buttons }) => [title, buttons])).toEqual([
      ['The window does not answer.', ['Load again', 'Wait']],
    ]);
  });

  it('is closed where its page does not answer and the person says so', async () => {
    const { desk, double } = await startDouble(newHome());
    await refuseToClose(await desk.page());
    // What hangs as it is closed: Electron tells of it by and by.
    double.windows[0]!.emit('close');
    double.answerWith(() => 0);
    double.windows[0]!.webContents.emit('unresponsive');
    await eventually(() => double.asked.map(({ title, buttons }) => [title, buttons])).toEqual([
      ['The window does not answer.', ['Wait', 'Close anyway']],
    ]);
    expect(double.windows).toHaveLength(1);
    double.answerWith(() => 1);
    double.windows[0]!.webContents.emit('unresponsive');
    expect(await double.ended).toBe(0);
  });

  it('is gone, and not loaded again, where its page ends while it is closed', async () => {
    const { desk, double } = await startDouble(newHome());
    double.windows[0]!.emit('close');
    await desk.crash();
    expect([await double.ended, double.asked]).toEqual([0, []]);
  });

  it('opens again from the dock of a Mac, where the program outlives it', async () => {
    const { desk, double } = await startDouble(newHome(), { shell: { platform: 'darwin' } });
    await double.windows[0]!.close();
    expect(double.windows).toEqual([]);
    double.electron.app.emit('activate');
    await eventually(async () => (await desk.page()).title()).toBe('Dossier');
  });

  it('is not opened without its files, and the person is told', async () => {
    const { double } = await startDouble(newHome(), { shell: { pages: temporaryFolder() } });
    expect([await double.ended, double.windows, double.asked.map(({ title }) => title)]).toEqual([
      1,
      [],
      ['Dossier cannot start'],
    ]);
  });

  it('is locked with the screen', async () => {
    const { desk, double } = await startDouble(newHome());
    await desk.call('home.create', { passphrase: 'correct horse battery' });
    double.lockScreen();
    await eventually(() => desk.call('home.state')).toMatchObject({ value: { kind: 'locked' } });
    // It can be unlocked while the screen still counts as locked, and the next lock counts again.
    await desk.call('home.unlock', { passphrase: 'correct horse battery' });
    double.unlockScreen();
    expect(await desk.call('home.state')).toMatchObject({ value: { kind: 'open' } });
  });

  it('is locked with the screen of a system that tells of it', async () => {
    const { desk, double } = await startDouble(newHome(), { shell: { platform: 'win32' } });
    await desk.call('home.create', { passphrase: 'correct horse battery' });
    double.lockScreen();
    await eventually(() => desk.call('home.state')).toMatchObject({ value: { kind: 'locked' } });
  });
});

describe('a page with something in it that is not saved', () => {
  const question = ['Something is not saved yet.', ['Stay', 'Close without it']];
  const ways = [
    ({ double }: DoubleDesk) => void double.windows[0]?.close(),
    ({ double }: DoubleDesk) => {
      double.electron.app.quit();
    },
  ];

  it('stays or goes as the person says, whether its window is closed or the program quit', async () => {
    for (const end of ways) {
      const started = await startDouble(newHome());
      const { desk, double } = started;
      await refuseToClose(await desk.page());
      const questions = () => double.asked.map(({ title, buttons }) => [title, buttons]);
      for (let times = 1; times <= 2; times += 1) {
        end(started);
        await eventually(questions).toEqual(Array(times).fill(question));
        // A person presses when the refusal is over: the page answers again.
        await (await desk.page()).evaluate(() => 0);
      }
      // The store is still there for what is typed next.
      expect(await desk.call('home.state')).toMatchObject({ ok: true });
      double.answerWith(() => 1);
      end(started);
      expect([await double.ended, questions().length]).toEqual([0, 3]);
    }
  });
});

describe('a page that saves on its way out', () => {
  it('is waited for where it saves one thing after the other, and nobody is asked', async () => {
    const { desk, double } = await startDouble(newHome());
    await desk.call('home.create', { passphrase: null });
    // Each save ends only after the page has refused once more to go.
    const refusals = new EventEmitter();
    let refused = 0;
    double.windows[0]!.webContents.on('will-prevent-unload', () => {
      refused += 1;
      refusals.emit('one');
    });
    let saves = 0;
    const service = createServer((_request, response) => {
      const mine = (saves += 1);
      const answer = (): void => {
        if (refused >= mine) response.writeHead(401).end();
        else refusals.once('one', answer);
      };
      answer();
    });
    onTestFinished(() => void service.close());
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    await saveOneByOne(await desk.page(), {
      count: 3,
      name: 'home.connect',
      input: { baseUrl, token: 'none' },
    });
    double.electron.app.quit();
    expect([await double.ended, double.asked, saves]).toEqual([0, [], 3]);
  });

  it('has the user asked where its saves lead to nothing', async () => {
    const { desk, double } = await startDouble(newHome());
    await saveOneByOne(await desk.page(), { count: Infinity, name: 'home.state', input: {} });
    double.electron.app.quit();
    await eventually(() => double.asked.map(({ title }) => title)).toEqual(['Something is not saved yet.']);
    double.answerWith(() => 1);
  });
});

describe('a page that refused to be closed', () => {
  it('stays where an earlier close is answered after the person stayed', async () => {
    const { desk, double } = await startDouble(newHome());
    await refuseToClose(await desk.page());
    const [window] = double.windows;
    void window!.close();
    await eventually(() => double.asked.length).toBe(1);
    await (await desk.page()).evaluate(() => 0);
    let goes = false;
    window!.webContents.emit('will-prevent-unload', { preventDefault: () => (goes = true) });
    expect(goes).toBe(false);
    double.answerWith(() => 1);
  });

  it('is not taken for one that hangs, though Electron says so of each close', async () => {
    const { desk, double } = await startDouble(newHome(), { unresponsiveMs: 300 });
    await refuseToClose(await desk.page());
    const [window] = double.windows;
    const told = new Promise((resolve) => window!.once('unresponsive', resolve));
    void window!.close();
    await told;
    await eventually(() => double.asked.map(({ title }) => title)).toEqual(['Something is not saved yet.']);
    double.answerWith(() => 1);
  });

  it('holds up no shutdown of the system, and nobody is asked', async () => {
    const { desk, double } = await startDouble(newHome());
    await refuseToClose(await desk.page());
    expect(double.shutDown()).toBe(false);
    expect([await double.ended, double.asked]).toEqual([0, []]);
  });

  it('ends with the session of Windows', async () => {
    const { desk, double } = await startDouble(newHome(), { shell: { platform: 'win32' } });
    await refuseToClose(await desk.page());
    double.windows[0]!.emit('session-end');
    expect([await double.ended, double.asked]).toEqual([0, []]);
  });
});

describe('the data of the browser', () => {
  it('lie in a folder of each home, to which the lock of the one instance belongs', async () => {
    const homes = [newHome(), newHome()];
    const folders: (string | null)[] = [];
    for (const home of homes) folders.push((await startDouble(home)).double.lockedFolder());
    expect(folders).toEqual(homes.map((home) => join(home, 'browser')));
  });
});

describe('a packaged program', () => {
  it.each(['remote-debugging-port', 'remote-debugging-pipe'])('does not start with --%s', async (name) => {
    const packaged = await startDouble(newHome(), { isPackaged: true, switches: [name] });
    expect([await packaged.double.ended, packaged.double.windows]).toEqual([1, []]);
  });
});

describe('the words that the program is started with', () => {
  it('are the home and whether to say more; the others are left to Chromium', () => {
    const read = (...words: string[]) => readStartOptions(words);
    expect([
      read('--home', 'a', '--verbose'),
      read('--home=b', '--ozone-platform=wayland'),
      read('--home'),
    ]).toEqual([
      { home: 'a', verbose: true, backup: undefined },
      { home: 'b', verbose: false, backup: undefined },
      { home: undefined, verbose: false, backup: undefined },
    ]);
  });

  it.each([
    [['acme.dossier'], 'acme.dossier'],
    [['--verbose', '/a b/Acme.DOSSIER', 'second.dossier'], '/a b/Acme.DOSSIER'],
    [['--home', 'old.dossier', 'new.dossier'], 'new.dossier'],
    [['--home=old.dossier'], undefined],
    [['--home', 'old.dossier'], undefined],
    isWindows
      ? [['file:///C:/a%20b/acme.dossier'], 'C:\\a b\\acme.dossier']
      : [['file:///a%20b/acme.dossier'], '/a b/acme.dossier'],
    [['file://elsewhere.test/acme.dossier', '--open=x.dossier', 'https://a.test/x', 'dossier'], undefined],
  ])('name a backup to restore: %j', (words, backup) => {
    expect(readStartOptions(words).backup).toBe(backup);
  });

  it('become those of a start with another vault, without the backup that it was made of', () => {
    expect(
      wordsToOpen(['--verbose', '--home', '/old', '/a/acme.dossier', '--ozone-platform=x11'], '/new'),
    ).toEqual([...['--verbose', '--ozone-platform=x11', '--home', '/new']]);
    expect(wordsToOpen(['--home=/old'], '/new')).toEqual(['--home', '/new']);
  });

  it('hand a backup to the program that runs, which takes nothing else', () => {
    expect([
      backupOfStart(dataOfStart('/a/acme.dossier')),
      backupOfStart(dataOfStart(null)),
      ...[null, 'x', { backup: 'relative.dossier' }, { backup: 7 }].map(backupOfStart),
    ]).toEqual(['/a/acme.dossier', null, null, null, null, null]);
  });
});

describe('the place of a window', () => {
  const usual = { width: 1280, height: 820 };
  const at = (bounds: object) => readWindowState(JSON.stringify({ bounds, maximized: false }));

  it('is the one before, where it can be reached on a screen that is there', () => {
    const second = { x: 1920, y: -200, width: 2560, height: 1440 };
    const bounds = { x: 2000, y: -100, width: 1000, height: 700 };
    expect(placeWindow(at(bounds), [screen, second])).toEqual(bounds);
    expect(placeWindow(at(bounds), [screen])).toEqual(usual);
    expect(placeWindow(at({ ...bounds, x: 1850, y: 0 }), [screen])).toEqual(usual);
    expect(placeWindow(at({ ...bounds, x: 100, y: 1030 }), [screen])).toEqual(usual);
  });

  it('is never smaller than can be worked in, and the usual one without a place that can be read', () => {
    expect(placeWindow(at({ x: 0, y: 0, width: 10, height: 10 }), [screen])).toMatchObject({
      width: 760,
      height: 480,
    });
    for (const text of [
      '',
      '{}',
      '[]',
      '{"bounds":{"x":"0"}}',
      '{"bounds":{"x":1e99,"y":0,"width":9,"height":9}}',
    ]) {
      expect(placeWindow(readWindowState(text), [screen])).toEqual(usual);
    }
  });
});

describe('a crash counter', () => {
  it('loads again three times a minute, then asks, then counts anew', () => {
    let now = 0;
    const onCrash = createCrashCounter(() => now);
    const seen = Array.from({ length: 5 }, () => onCrash());
    now = 120_000;
    expect([...seen, onCrash()]).toEqual(['reload', 'reload', 'reload', 'ask', 'reload', 'reload']);
  });
});

describe('an address that is shown', () => {
  it('has its host in the letters that are compared', () => {
    expect(readLink('https://аpple.com/x')).toEqual({
      host: 'xn--pple-43d.com',
      address: 'https://xn--pple-43d.com/x',
    });
  });
});

describe('the menu', () => {
  const actions = { command: () => undefined, lock: () => undefined, keys: {} };
  const labels = (platform: NodeJS.Platform, isPackaged: boolean) =>
    menuTemplate(platform, isPackaged, actions).map(({ label, role }) => label ?? role);

  it('follows the platform', () => {
    expect([labels('darwin', true), labels('linux', true)]).toEqual([
      ['appMenu', '&File', '&Edit', '&View', '&Go', 'windowMenu', 'help'],
      ['&File', '&Edit', '&View', '&Go', 'windowMenu', 'help'],
    ]);
  });

  it('shows the keys that the person chose, and leaves them to the page', () => {
    const keys = { 'sync.run': 'Mod+Shift+y', 'screen.report': 'g p', 'finding.new': null } as const;
    const items = menuTemplate('linux', true, { ...actions, keys }).flatMap(({ submenu }) =>
      Array.isArray(submenu) ? submenu : [],
    );
    const shown = ['Sync Now', 'Report', 'New Finding', 'Review'].map((wanted) => {
      const { accelerator, registerAccelerator } = items.find(({ label }) => label === wanted) ?? {};
      return [wanted, accelerator, registerAccelerator];
    });
    expect([shown, ['n', 'Alt+ArrowDown', 'F8', 'Mod+ü'].map(acceleratorOf)]).toEqual([
      [
        ['Sync Now', 'CmdOrCtrl+Shift+Y', false],
        ['Report', undefined, undefined],
        ['New Finding', undefined, undefined],
        ['Review', 'CmdOrCtrl+2', undefined],
      ],
      [null, 'Alt+Down', 'F8', null],
    ]);
  });

  it('has the keys that the window shows, lets be changed and tells of where they are in the way', () => {
    const found: (readonly [string, string])[] = [];
    let asked = '';
    const template = menuTemplate('linux', true, {
      command: (command) => (asked = command),
      lock: () => (asked = 'home.lock'),
      keys: {},
    });
    for (const { submenu } of template) {
      for (const { accelerator, click } of Array.isArray(submenu) ? submenu : []) {
        if (accelerator === undefined) continue;
        Reflect.apply(click ?? expect.fail, undefined, []);
        found.push([asked, accelerator]);
      }
    }
    const shown = withMenuKeys(commandTable).flatMap(({ id, keys }) =>
      keys.map((key) => `${id} ${acceleratorOf(key) ?? key}`),
    );
    expect(found.length).toBe(13);
    expect(found.map((one) => one.join(' ')).filter((one) => !shown.includes(one))).toEqual([]);
    const own = menuTemplate('linux', true, { ...actions, keys: { 'home.lock': 'Mod+Shift+l' } });
    expect(JSON.stringify(own)).toContain('"label":"Lock","accelerator":"CmdOrCtrl+Shift+L"');
  });

  it('has no developer tools in a packaged program', () => {
    const text = (isPackaged: boolean) => JSON.stringify(menuTemplate('linux', isPackaged, actions));
    expect([text(true).includes('toggleDevTools'), text(false).includes('toggleDevTools')]).toEqual([
      false,
      true,
    ]);
  });
});

describe('whether there is a desktop', () => {
  it('is said in a sentence where there is none', () => {
    const folder = temporaryFolder();
    expect(findDesktop(folder, { DISPLAY: ':0' }, { uid: 1000 })).toEqual({
      kind: 'no-runtime',
      why: expect.stringContaining('npm run runtime'),
    });
  });

  it('asks for a display and another user than root on Linux, and downloads nothing', () => {
    const root = join(import.meta.dirname, '..', '..');
    // The folder of a runtime is what holds its executable; any file stands for it here, since none is started.
    const env = { ELECTRON_OVERRIDE_DIST_PATH: standIn() };
    const why = (extra: object, uid: number) => {
      const found = findDesktop(root, { ...env, ...extra }, { platform: 'linux', uid, sandbox: () => null });
      return found.kind === 'ready' ? found.args : found.why;
    };
    expect([
      why({}, 1000),
      why({ DISPLAY: ':0' }, 0),
      why({ DISPLAY: ':0', WAYLAND_DISPLAY: 'w' }, 1000),
    ]).toEqual([expect.stringContaining('no display'), expect.stringContaining('root'), [root]]);
  });

  it('tells Chromium the one display that is there, whatever the type of the session says', () => {
    const root = join(import.meta.dirname, '..', '..');
    const env = { ELECTRON_OVERRIDE_DIST_PATH: standIn(), XDG_SESSION_TYPE: 'tty' };
    const machine = { platform: 'linux', uid: 1000, sandbox: () => null } as const;
    const args = (display: object) => findDesktop(root, { ...env, ...display }, machine);
    expect(args({ WAYLAND_DISPLAY: 'w' })).toMatchObject({ args: [root, '--ozone-platform=wayland'] });
    expect(args({ DISPLAY: ':0' })).toMatchObject({ args: [root, '--ozone-platform=x11'] });
  });
});

describe('the sandbox of Chromium', () => {
  it('works by namespaces, by its helper or by a profile; else both remedies are named', () => {
    const folder = temporaryFolder();
    const executable = join(folder, 'electron');
    const profiles = temporaryFolder();
    const why = (canUnshare: boolean | null) =>
      whyNoSandbox(executable, { canUnshare: () => canUnshare, profiles });
    const helper = join(folder, 'chrome-sandbox');
    expect([why(true), why(null)]).toEqual([null, null]);
    expect(why(false)).toMatch(/apparmor_restrict_unprivileged_userns=0.*chmod 4755/);
    expect(why(false)).toContain(helper);
    writeFileSync(join(profiles, 'dossier'), `profile x ${executable} flags=(unconfined) {\n  userns,\n}`);
    expect(why(false)).toBeNull();
    writeFileSync(join(profiles, 'dossier'), `profile x ${executable} { }`);
    expect(why(false)).not.toBeNull();
  });

  it('works by its helper only if that is the administrator’s and has its bit', (context) => {
    if (process.getuid?.() !== 0) context.skip('only root can make a file of root with the bit');
    const folder = temporaryFolder();
    const helper = join(folder, 'chrome-sandbox');
    const why = () => whyNoSandbox(join(folder, 'electron'), { canUnshare: () => false, profiles: folder });
    writeFileSync(helper, '', { mode: 0o755 });
    expect(why()).not.toBeNull();
    chmodSync(helper, 0o4755);
    expect(why()).toBeNull();
  });
});

/** Has the page refuse to be closed. A browser asks only a page that was pressed. */
async function refuseToClose(page: Page): Promise<void> {
  await page.locator('h1').click();
  await page.evaluate(() => Object.assign(globalThis, { stays: true }));
}

interface Saves {
  readonly count: number;
  readonly name: string;
  readonly input: object;
}

/** Has the page make its calls when it is to go, each after the answer to the one before, and stay until then. */
async function saveOneByOne(page: Page, saves: Saves): Promise<void> {
  await page.locator('h1').click();
  await page.evaluate(({ count, name, input }) => {
    let left = count;
    let saving = false;
    globalThis.addEventListener('beforeunload', (event) => {
      if (left > 0) event.preventDefault();
      if (!saving) void save();
    });
    async function save(): Promise<void> {
      saving = true;
      for (let round = 0; left > 0 && (round < 1 || count < Infinity); round += 1) {
        await globalThis.window.dossier?.call(name, JSON.stringify(input), crypto.randomUUID());
        left -= 1;
      }
      saving = false;
    }
  }, saves);
}

function standIn(): string {
  const folder = temporaryFolder();
  for (const name of ['electron', 'electron.exe']) writeFileSync(join(folder, name), '');
  return folder;
}
