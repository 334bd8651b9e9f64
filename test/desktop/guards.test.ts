import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { maxCallLength, tooLargeWords } from '#contract/input/sizes.ts';
import { channels } from '../../electron/desktop/calls/channels.ts';
import { partition } from '../../electron/desktop/window/window.ts';
import { temporaryFolder } from '../support/desk.ts';
import { eventually, prepareShell, startDouble } from './support/desk.ts';

/* What can be seen from inside of the double alone. */

prepareShell();

const newHome = () => join(temporaryFolder(), 'home');
const ours = { url: 'app://dossier/', parent: null };
const call = ['home.state', '{}', 'call-1'];

describe('a message', () => {
  it('is taken from our page at the top of our window alone', async () => {
    const { double } = await startDouble(newHome());
    const { ipcMain } = double.electron;
    const sender = double.windows[0]!.webContents;
    const otherPage = { send: () => undefined, isDestroyed: () => false };
    const outcome = (event: Parameters<typeof ipcMain.invoke>[0]) =>
      ipcMain.invoke(event, channels.call, call).then(
        () => 'answered',
        () => 'refused',
      );
    const from = (url: string) => outcome({ sender, senderFrame: { ...ours, url } });
    expect({
      page: await from('app://dossier/'),
      pageWithQuery: await from('app://dossier/index.html?a#b'),
      frame: await outcome({ sender, senderFrame: { ...ours, parent: {} } }),
      gone: await outcome({ sender, senderFrame: null }),
      otherContents: await outcome({ sender: otherPage, senderFrame: ours }),
      otherFile: await from('app://dossier/elsewhere.html'),
      otherHost: await from('app://dossier.evil/'),
      otherPort: await from('app://dossier:81/'),
      withName: await from('app://someone@dossier/'),
      web: await from('https://dossier/'),
      file: await from('file:///index.html'),
      blank: await from('about:blank'),
    }).toEqual({
      page: 'answered',
      pageWithQuery: 'answered',
      frame: 'refused',
      gone: 'refused',
      otherContents: 'refused',
      otherFile: 'refused',
      otherHost: 'refused',
      otherPort: 'refused',
      withName: 'refused',
      web: 'refused',
      file: 'refused',
      blank: 'refused',
    });
  });

  it('is taken in the one shape that the preload script gives it', async () => {
    const { double } = await startDouble(newHome());
    const event = { sender: double.windows[0]!.webContents, senderFrame: ours };
    const code = async (...args: unknown[]) => {
      const outcome = JSON.parse(String(await double.electron.ipcMain.invoke(event, channels.call, args)));
      return outcome.ok ? 'answered' : outcome.error.code;
    };
    expect([
      await code(),
      await code('home.state'),
      await code('home.state', '{}', 'id', 'more'),
      await code('home.state', '{}', 'id', 'a'.repeat(32), 'more'),
      await code({ name: 'home.state' }, '{}', 'id'),
      await code('home.state', {}, 'id'),
      await code('home.state', '{}', ''),
      await code('home.state', '{}', 'x'.repeat(101)),
      await code('__proto__', '{}', 'id'),
      await code('home.state', `"${'x'.repeat(maxCallLength)}"`, 'id'),
      await code('home.state', '{}', 'id'),
      await code('home.state', '{}', 'id', 'a'.repeat(32)),
    ]).toEqual([...Array<string>(10).fill('usage'), 'answered', 'answered']);
  });
});

describe('a call that is under way', () => {
  it('tells how far it is, under its own name, and ends when it is given up', async () => {
    const hostEntry = new URL('../app/support/small-host.ts', import.meta.url);
    const { desk } = await startDouble(newHome(), { hostEntry });
    await desk.call('home.create', { passphrase: null });
    const page = await desk.page();
    const running = page.evaluate(async () => {
      const bridge = Reflect.get(globalThis, 'dossier') as { call(...args: string[]): Promise<string> };
      return JSON.parse(await bridge.call('sync.run', '{}', 'the-sync')) as unknown;
    });
    await eventually(desk.told).toContainEqual({
      kind: 'progress',
      call: 'the-sync',
      event: expect.anything(),
    });
    await page.evaluate(() => {
      (Reflect.get(globalThis, 'dossier') as { cancel(id: string): void }).cancel('the-sync');
    });
    expect(await running).toEqual({ ok: false, error: { code: 'cancelled', message: expect.any(String) } });
  });
});

describe('a call whose window is gone', () => {
  it('goes on, and tells nobody how far it is', async () => {
    const hostEntry = new URL('../app/support/small-host.ts', import.meta.url);
    const { desk, double } = await startDouble(newHome(), { hostEntry, shell: { platform: 'darwin' } });
    await desk.call('home.create', { passphrase: null });
    const [window] = double.windows;
    await (
      await desk.page()
    ).evaluate(() => {
      const bridge = Reflect.get(globalThis, 'dossier') as { call(...args: string[]): Promise<string> };
      void bridge.call('sync.run', '{}', 'the-sync');
    });
    await eventually(desk.told).toContainEqual(expect.objectContaining({ call: 'the-sync' }));
    await window!.close();
    const { webContents } = window!;
    const looked = vi.spyOn(webContents, 'isDestroyed');
    const sent = vi.spyOn(webContents, 'send');
    await eventually(() => looked.mock.calls.length).toBeGreaterThan(1);
    expect(sent).not.toHaveBeenCalled();
  });
});

describe('the window', () => {
  it('is made with every switch of its pages set to the safe side', async () => {
    const { double } = await startDouble(newHome(), { isPackaged: true });
    expect(double.windows.map(({ options }) => options.webPreferences)).toEqual([
      {
        preload: expect.stringMatching(/preload\.cjs$/),
        partition: 'dossier',
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        webviewTag: false,
        allowRunningInsecureContent: false,
        experimentalFeatures: false,
        plugins: false,
        navigateOnDragDrop: false,
        safeDialogs: true,
        disableDialogs: true,
        spellcheck: false,
        devTools: false,
      },
    ]);
    expect(double.electron.app.sandboxed).toBe(true);
  });

  it('has its own scheme, with an origin and secure, before Electron is ready', async () => {
    const { double } = await startDouble(newHome());
    expect(double.schemes).toEqual([
      {
        scheme: 'app',
        privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
      },
    ]);
  });

  it('takes no webview, no other page into a frame, and follows no redirect', async () => {
    const { double } = await startDouble(newHome());
    const { webContents } = double.windows[0]!;
    const refused = (event: string, details: object = {}) => {
      let prevented = false;
      webContents.emit(event, { ...details, preventDefault: () => (prevented = true) });
      return prevented;
    };
    expect([
      refused('will-attach-webview'),
      refused('will-redirect'),
      refused('will-frame-navigate', { url: 'app://dossier/', isMainFrame: false }),
      refused('will-frame-navigate', { url: 'app://dossier/', isMainFrame: true }),
    ]).toEqual([true, true, true, false]);
  });

  it('downloads nothing', async () => {
    const { desk, double } = await startDouble(newHome());
    const page = await desk.page();
    const download = page.waitForEvent('download');
    await page.evaluate(() => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob(['a file']));
      link.download = 'a.txt';
      link.click();
    });
    await download;
    expect(double.session(partition).downloads).toEqual(['refused']);
  });

  it('reaches nothing outside, even where the policy of the page is not kept', async () => {
    const { desk, double } = await startDouble(newHome(), { bypassPolicy: true });
    const page = await desk.page();
    const seen = await page.evaluate(async () => {
      const outcome = (asked: Promise<unknown>) => asked.then(String, (error: Error) => error.name);
      const image = new Image();
      image.src = 'https://example.test/pixel.png';
      return [
        await outcome(fetch('https://example.test/secret')),
        await outcome(image.decode()),
        await outcome(fetch('./style.css').then(({ status }) => status)),
        await outcome(fetch('./../../../../etc/passwd').then(({ status }) => status)),
        await outcome(fetch('./%2e%2e%2fpackage.json').then(({ status }) => status)),
        await outcome(fetch('./style.css', { method: 'POST' }).then(({ status }) => status)),
      ];
    });
    expect([seen, double.session(partition).outward]).toEqual([
      ['TypeError', 'EncodingError', '200', '404', '404', '405'],
      [],
    ]);
    expect(double.session(partition).devices()).toBe(false);
  });
});

describe('the dialogs of the system', () => {
  it('name the file of a report: the page names none', async () => {
    const home = newHome();
    const { desk, double } = await startDouble(home);
    await desk.call('home.create', { passphrase: null });
    const out = join(temporaryFolder(), 'report.pdf');
    const report = { project: 'p', out };
    const refused = { ok: false, error: { code: 'refused', message: expect.any(String) } };
    expect(await desk.call('report.export', report)).toEqual(refused);
    expect(await desk.call('shell.saveReport', { suggested: 'report.pdf' })).toEqual({
      ok: true,
      value: { path: null },
    });
    double.electron.dialog.showSaveDialog = async () => ({ canceled: false, filePath: out });
    expect(await desk.call('shell.saveReport', { suggested: 'report.pdf' })).toEqual({
      ok: true,
      value: { path: out },
    });
    // Let through to the host now, which has no engagement of that name.
    expect(await desk.call('report.export', report)).not.toEqual(refused);
    expect(await desk.call('report.export', { ...report, out: `${out}2` })).toEqual(refused);
  });

  it('open and show a report that was saved there, and nothing else', async () => {
    const { desk, double } = await startDouble(newHome());
    const [report, program] = ['report.html', 'report.bat'].map((name) => join(temporaryFolder(), name));
    const refused = { ok: false, error: { code: 'refused', message: expect.any(String) } };
    const before = await desk.call('shell.openReport', { path: report });
    for (const filePath of [report, program]) {
      double.electron.dialog.showSaveDialog = async () => ({ canceled: false, filePath: filePath ?? '' });
      await desk.call('shell.saveReport', { suggested: 'report.html' });
    }
    const moved = await desk.call('shell.showReport', { path: report });
    writeFileSync(report ?? '', '<p>');
    expect([
      before,
      moved,
      await desk.call('shell.openReport', { path: report }),
      await desk.call('shell.showReport', { path: report }),
      await desk.call('shell.openReport', { path: program }),
      await desk.call('shell.showReport', { path: '/etc/report.html' }),
      double.opened,
    ]).toEqual([
      refused,
      { ok: false, error: { code: 'file', message: 'report.html is not in its folder. Was it moved?' } },
      { ok: true, value: {} },
      { ok: true, value: {} },
      refused,
      refused,
      [report, `folder of ${String(report)}`],
    ]);
  });

  it('keep a text where the person said, and nowhere where they said nothing', async () => {
    const { desk, double } = await startDouble(newHome());
    const file = join(temporaryFolder(), 'diagnostics.txt');
    const save = () => desk.call('shell.saveFile', { suggested: 'diagnostics.txt', text: 'sound\n' });
    expect(await save()).toEqual({ ok: true, value: { saved: false } });
    double.electron.dialog.showSaveDialog = async () => ({ canceled: false, filePath: file });
    expect(await save()).toEqual({ ok: true, value: { saved: true } });
    expect(readFileSync(file, 'utf8')).toBe('sound\n');
  });

  it('give a name without an ending the one that was suggested, and replace nothing by that', async () => {
    const { desk, double } = await startDouble(newHome());
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'there.pdf'), 'of before');
    const given = ['Report v1.2', 'report.HTML', 'there'].map((name) => join(folder, name));
    const answers = [];
    for (const filePath of given) {
      double.electron.dialog.showSaveDialog = async () => ({ canceled: false, filePath });
      answers.push(await desk.call('shell.saveReport', { suggested: 'report.pdf' }));
    }
    expect(answers).toEqual([
      { ok: true, value: { path: `${given[0]}.pdf` } },
      { ok: true, value: { path: given[1] } },
      {
        ok: false,
        error: { code: 'file', message: 'there.pdf is there already. Choose it, or another name.' },
      },
    ]);
  });

  it('keep a theme that carries the fonts of its family', async () => {
    const { double } = await startDouble(newHome());
    const file = join(temporaryFolder(), 'theme.json');
    double.electron.dialog.showSaveDialog = async () => ({ canceled: false, filePath: file });
    const event = { sender: double.windows[0]!.webContents, senderFrame: ours };
    const save = async (length: number) => {
      const input = JSON.stringify({ suggested: 'theme.json', text: 'x'.repeat(length) });
      const args = ['shell.saveFile', input, 'call-1'];
      return JSON.parse(String(await double.electron.ipcMain.invoke(event, channels.call, args)));
    };
    expect(await save(44_000_000)).toEqual({ ok: true, value: { saved: true } });
    expect(statSync(file).size).toBe(44_000_000);
    expect(await save(maxCallLength)).toEqual({
      ok: false,
      error: { code: 'usage', message: tooLargeWords },
    });
  });
});

describe('calls of the page', () => {
  it('are not answered to the page that came after it', async () => {
    const { desk, double } = await startDouble(newHome());
    const page = await desk.page();
    const { ipcMain } = double.electron;
    const invoke = ipcMain.invoke.bind(ipcMain);
    const [before, after] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const asked: string[] = [];
    ipcMain.invoke = async (event, channel, args) => {
      const value = await invoke(event, channel, args);
      asked.push(String(args[0]));
      await (args[0] === 'network.read' ? before : after).promise;
      return value;
    };
    await page.evaluate(() => void window.dossier?.call('network.read', '{}', 'one').catch(() => undefined));
    await eventually(() => asked).toEqual(['network.read']);
    await page.reload();
    const answer = page.evaluate(() => window.dossier?.call('home.state', '{}', 'two'));
    await eventually(() => asked.at(-1)).toBe('home.state');
    before.resolve();
    await page.evaluate(() => undefined);
    after.resolve();
    expect(JSON.parse(String(await answer))).toMatchObject({ ok: true, value: { kind: expect.any(String) } });
  });
});
