import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/desk.ts';
import { eventually, prepareShell, runtime, startDesk } from './support/desk.ts';
import type { Desk } from './support/desk.ts';

prepareShell();
process.stdout.write(`The specs of the window run on ${runtime}.\n`);

const passphrase = 'correct horse battery';
const newHome = () => join(temporaryFolder(), 'home');
const failure = (code: string) => ({ ok: false, error: { code, message: expect.any(String) } });
const state = (kind: string, home: string) => ({ ok: true, value: expect.objectContaining({ kind, home }) });

/** Waits until the program has opened what it could without a question. */
async function homeState(desk: Desk): Promise<unknown> {
  return desk.call('home.state');
}

describe(`the page, on ${runtime}`, () => {
  it('comes from our own protocol, with its style and its script', async () => {
    const page = await (await startDesk(newHome())).page();
    expect([
      await page.title(),
      await page.evaluate(() => getComputedStyle(document.querySelector('h1')!).color),
    ]).toEqual(['Dossier', 'rgb(1, 2, 3)']);
  });

  it('gets three functions of the program, frozen, and nothing of Node or Electron', async () => {
    const page = await (await startDesk(newHome())).page();
    const seen = await page.evaluate(() => {
      const names = ['require', 'process', 'module', 'Buffer', 'global', 'electron', 'ipcRenderer'];
      const bridge = Reflect.get(globalThis, 'dossier') as object;
      return {
        bridge: Object.keys(bridge).toSorted(),
        frozen: Object.isFrozen(bridge),
        replaced: Reflect.set(globalThis, 'dossier', {}),
        node: names.filter((name) => name in globalThis),
      };
    });
    expect(seen).toEqual({ bridge: ['call', 'cancel', 'onEvent'], frozen: true, replaced: false, node: [] });
  });

  it('runs no script and takes no style that stands in it, no markup from a text, no picture from one', async () => {
    const page = await (await startDesk(newHome())).page();
    const seen = await page.evaluate(async () => {
      const refused = new Set<string>();
      const three = new Promise<void>((resolve) => {
        addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
          if (refused.add(effectiveDirective).size === 3) resolve();
        });
      });
      const style = document.createElement('style');
      style.textContent = 'h1 { color: red }';
      const image = new Image();
      image.src = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
      document.body.append(style, image);
      let markup = 'taken';
      try {
        document.body.innerHTML = '<b>markup</b>';
      } catch {
        markup = 'refused';
      }
      await three;
      return {
        title: document.title,
        color: getComputedStyle(document.querySelector('h1')!).color,
        markup,
        refused: [...refused].toSorted(),
      };
    });
    expect(seen).toEqual({
      title: 'Dossier',
      color: 'rgb(1, 2, 3)',
      markup: 'refused',
      refused: ['img-src', 'require-trusted-types-for', 'style-src-elem'],
    });
  });

  it('gives the program to no frame in it', async () => {
    const page = await (await startDesk(newHome())).page();
    const inFrame = await page.evaluate(() => {
      const frame = document.createElement('iframe');
      document.body.append(frame);
      return frame.contentWindow !== null && 'dossier' in frame.contentWindow;
    });
    expect(inFrame).toBe(false);
  });

  it('is refused every permission but writing text into the clipboard', async () => {
    const page = await (await startDesk(newHome())).page();
    const seen = await page.evaluate(async () => {
      const outcome = (asked: Promise<unknown>) => asked.then(String, (error: Error) => error.name);
      const position = new Promise((resolve, reject) => {
        navigator.geolocation.getCurrentPosition(resolve, ({ code }) => {
          reject(Object.assign(new Error(), { name: `refused ${String(code)}` }));
        });
      });
      return {
        position: await outcome(position),
        notifications: await outcome(Notification.requestPermission()),
        camera: await outcome(navigator.mediaDevices.getUserMedia({ video: true })),
        microphone: await outcome(navigator.mediaDevices.getUserMedia({ audio: true })),
        midi: await outcome(navigator.requestMIDIAccess()),
        clipboardRead: await outcome(navigator.clipboard.readText()),
        clipboardWrite: await outcome(navigator.clipboard.writeText('a value')),
      };
    });
    expect(seen).toEqual({
      position: 'refused 1',
      notifications: 'denied',
      camera: 'NotAllowedError',
      microphone: 'NotAllowedError',
      midi: expect.stringMatching(/NotAllowedError|SecurityError/),
      clipboardRead: 'NotAllowedError',
      clipboardWrite: 'undefined',
    });
  });
});

describe(`ways out of the page, on ${runtime}`, () => {
  it('lead to a dialog with the whole address, and nowhere where the person says no', async () => {
    const desk = await startDesk(newHome());
    const page = await desk.page();
    await page.click('#outside');
    await eventually(desk.asked).toEqual([
      expect.objectContaining({
        title: 'Open example.test in the browser?',
        detail: 'https://example.test/a?b=1',
      }),
    ]);
    expect(await desk.opened()).toEqual([]);
    await eventually(() => page.context().pages().length).toBe(1);
  });

  it('open in the browser of the person who says yes', async () => {
    const desk = await startDesk(newHome());
    await desk.answerWith(0);
    await (await desk.page()).click('#outside');
    await eventually(desk.opened).toEqual(['https://example.test/a?b=1']);
  });

  it('do not take the page itself elsewhere', async () => {
    const desk = await startDesk(newHome());
    const page = await desk.page();
    const before = page.url();
    await page.click('#in-place');
    await eventually(desk.asked).toEqual([
      expect.objectContaining({ title: 'Open example.test in the browser?' }),
    ]);
    expect([page.url(), await page.title(), await desk.opened()]).toEqual([before, 'Dossier', []]);
  });

  it('are closed for everything but plain https: addresses', async () => {
    const desk = await startDesk(newHome());
    await desk.answerWith(0);
    const page = await desk.page();
    const addresses = [
      'http://example.test/',
      'ms-settings:privacy',
      'mailto:a@example.test',
      'https://someone:secret@example.test/',
      `https://example.test/${'a'.repeat(2_000)}`,
    ];
    for (const [index, address] of addresses.entries()) {
      await page.evaluate((url) => void window.open(url), address);
      await eventually(async () => (await desk.asked()).map(({ title }) => title)).toHaveLength(index + 1);
    }
    expect([new Set((await desk.asked()).map(({ title }) => title)), await desk.opened()]).toEqual([
      new Set(['This link is not opened.']),
      [],
    ]);
  });
});

describe(`the program behind the page, on ${runtime}`, () => {
  it('answers calls, and tells what happens without being asked', async () => {
    const home = newHome();
    const desk = await startDesk(home);
    expect(await homeState(desk)).toEqual(state('new', home));
    expect(await desk.call('home.create', { passphrase })).toEqual({
      ok: true,
      value: { recoveryCode: expect.stringMatching(/\w/) },
    });
    expect(await homeState(desk)).toEqual(state('open', home));
    // The event and the answer of the call come each by its own way.
    await eventually(desk.told).toContainEqual({
      kind: 'desk',
      event: { kind: 'home', state: expect.objectContaining({ kind: 'open' }) },
    });
  });

  it('refuses what is no call, in words', async () => {
    const desk = await startDesk(newHome());
    expect([
      await desk.call('../../secrets'),
      await desk.call('no.procedure'),
      await desk.call('shell.saveReport', { suggested: 7 }),
    ]).toEqual([failure('usage'), failure('locked'), failure('usage')]);
  });

  it.each(['suspend', 'lock-screen', 'user-did-resign-active'] as const)(
    'locks the vault when the user leaves the computer (%s)',
    async (event) => {
      const home = newHome();
      const desk = await startDesk(home);
      await desk.call('home.create', { passphrase });
      await desk.leave(event);
      await eventually(() => homeState(desk)).toEqual(state('locked', home));
      expect(await desk.call('engagement.list')).toEqual(failure('locked'));
    },
  );

  it('locks the home from the menu, and passes what the page does on to it', async () => {
    const home = newHome();
    const desk = await startDesk(home);
    await desk.call('home.create', { passphrase });
    for (const label of ['Find…', 'Sync Now', 'New Finding', 'Settings…']) await desk.clickMenu(label);
    const commands = async () =>
      (await desk.told()).filter((event) => (event as { kind: string }).kind === 'command');
    await eventually(commands).toEqual(
      ['query.focus', 'sync.run', 'finding.new', 'screen.settings'].map((command) => ({
        kind: 'command',
        command,
      })),
    );
    await desk.clickMenu('Lock');
    await eventually(() => homeState(desk)).toEqual(state('locked', home));
  });

  it('loads a page again that crashed, and has lost nothing', async () => {
    const home = newHome();
    const desk = await startDesk(home);
    await desk.call('home.create', { passphrase });
    await desk.crash();
    await eventually(desk.asked).toEqual([
      expect.objectContaining({ title: 'The window ended unexpectedly and was loaded again.' }),
    ]);
    await (await desk.page()).waitForSelector('h1');
    expect(await homeState(desk)).toEqual(state('open', home));
  });

  it('carries out what the page sends while its window closes', async () => {
    const home = newHome();
    const desk = await startDesk(home);
    await homeState(desk);
    await (
      await desk.page()
    ).evaluate(() => {
      Object.assign(globalThis, { lastWords: ['home.create', '{"passphrase":null}', 'last'] });
    });
    await desk.close();
    expect(await homeState(await startDesk(home))).toEqual(state('open', home));
  });
});
