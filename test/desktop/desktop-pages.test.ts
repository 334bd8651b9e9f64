import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildIfStale } from '#build/build-if-stale.js';
import { sampleService, temporaryFolder } from '../support/desk.ts';
import { patienceMs } from '../support/patience.ts';
import { eventually, onDouble, prepareShell, startDouble } from './support/desk.ts';
import type { DoubleDesk, DoubleDeskOptions } from './support/desk.ts';

/*
 * What the desktop window has beyond the browser, on the stand-in for Electron. The real pages run in the shell, with a
 * menu and a keychain that survives a restart.
 */

const root = join(import.meta.dirname, '..', '..');
const passphrase = 'correct horse battery';

prepareShell();
beforeAll(async () => {
  await buildIfStale(root, 'renderer');
});

/** Starts the desktop application with its real pages and answers its page. */
async function start(home: string, options: DoubleDeskOptions) {
  const double: DoubleDesk = await startDouble(home, {
    ...options,
    shell: { pages: join(root, 'dist', 'renderer') },
  });
  const page = await double.desk.page();
  page.setDefaultTimeout(patienceMs);
  return { ...double, page };
}

type Page = Awaited<ReturnType<typeof start>>['page'];
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const give = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);

/** Makes the home in the window and goes on to the empty desk. */
async function begin(page: Page): Promise<void> {
  await give(page, 'Passphrase', passphrase);
  await give(page, 'Repeat the passphrase', passphrase);
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox').check();
  await button(page, 'Continue').click();
  await button(page, 'Skip for now').click();
}

async function openProtection(page: Page): Promise<void> {
  await button(page, 'Settings').click();
  await button(page, 'Security').click();
  await button(page, 'Passphrase and keychain').click();
}

/** What stands before the person: the question for the passphrase, or the desk. */
async function shown(page: Page): Promise<string> {
  const desk = page.getByRole('heading', { name: 'No engagement yet' });
  const first = page.getByRole('heading', { name: 'Connect to your service' });
  const locked = page.getByRole('heading', { name: 'Locked' });
  await desk.or(first).or(locked).waitFor();
  return (await locked.isVisible()) ? 'the passphrase is asked' : 'open';
}

describe.runIf(onDouble)('the menu of the desktop', () => {
  it('shows the keys that the person chose and leaves them to the page, and those of the platform again', async () => {
    const { desk, double, page } = await start(join(temporaryFolder(), 'home'), {});
    const keysInMenu = (): unknown =>
      double
        .menu()
        .flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
        .filter(({ label }) => ['New Finding', 'Sync Now', 'Pending Changes'].includes(label ?? ''))
        .map(({ label, accelerator, registerAccelerator }) => ({ label, accelerator, registerAccelerator }));
    const platform = [
      { label: 'New Finding', accelerator: 'CmdOrCtrl+N' },
      { label: 'Sync Now', accelerator: 'CmdOrCtrl+Shift+S' },
      { label: 'Pending Changes', accelerator: 'CmdOrCtrl+3' },
    ];
    const { baseUrl, tokens } = await sampleService({ engagement: false });
    await desk.call('home.create', { passphrase: null });
    // Keys are kept with the account.
    await desk.call('home.connect', { baseUrl, token: tokens['mara'] ?? null });
    expect(keysInMenu()).toEqual(platform);
    const choose = async (value: object): Promise<void> => {
      expect(await desk.call('setting.write', { name: 'shortcuts', value })).toMatchObject({ ok: true });
      await page.reload();
    };
    // A menu has no two presses that follow each other.
    await choose({ 'finding.new': 'Mod+Shift+x', 'sync.run': null, 'screen.queue': 'g x' });
    await eventually(keysInMenu).toEqual([
      { label: 'New Finding', accelerator: 'CmdOrCtrl+Shift+X', registerAccelerator: false },
      { label: 'Sync Now' },
      { label: 'Pending Changes' },
    ]);
    await choose({});
    await eventually(keysInMenu).toEqual(platform);
    // They stand beside those of the window, where they can be changed.
    await page.getByRole('main').waitFor();
    await page.keyboard.press('?');
    const shown = (title: string): Promise<string[]> =>
      page.locator(`dt:has(+ dd:text-is("${title}")) kbd`).allInnerTexts();
    await eventually(() => shown('Lock')).toEqual(['Ctrl', 'L']);
    expect(await shown('New finding')).toEqual(['N', 'Ctrl', 'N']);
  });
});

describe.runIf(onDouble)('what is the system’s', () => {
  it('follows the theme of the page, and the page follows the region of the system', async () => {
    const home = join(temporaryFolder(), 'home');
    const { double, page } = await start(home, { systemLocale: 'de-DE' });
    await begin(page);
    await button(page, 'Settings').click();
    await button(page, 'Appearance').click();
    for (const name of ['Dark', 'Light', 'System']) {
      await page.getByRole('radio', { name }).check();
      await eventually(() => double.electron.nativeTheme.themeSource).toBe(name.toLowerCase());
    }
    await button(page, 'Dates and numbers').click();
    await page.getByRole('combobox', { name: 'Language', exact: true }).selectOption('System');
    await page.getByText('1.234.567').waitFor();
  });
});

describe.runIf(onDouble)('the keychain in the window', () => {
  it('opens the home at the next start once it was let, and not after a lock', async () => {
    const home = join(temporaryFolder(), 'home');
    const options = { keychainSecret: randomBytes(32) };
    const first = await start(home, options);
    await begin(first.page);
    await openProtection(first.page);
    await button(first.page, 'Let the keychain open this vault').click();
    await first.page.getByText('Enter the passphrase of this vault first.').waitFor();
    await give(first.page, 'Current passphrase', 'another than that');
    await button(first.page, 'Let the keychain open this vault').click();
    await first.page.getByText('passphrase is wrong').waitFor();
    await give(first.page, 'Current passphrase', passphrase);
    await button(first.page, 'Let the keychain open this vault').click();
    await button(first.page, 'Ask for the passphrase at every start').waitFor();
    await first.desk.close();

    const second = await start(home, options);
    const seen = [await shown(second.page)];
    await second.desk.call('home.lock');
    await eventually(() => shown(second.page)).toBe('the passphrase is asked');
    await second.desk.close();

    seen.push(await shown((await start(home, options)).page));
    expect(seen).toEqual(['open', 'the passphrase is asked']);
  });

  it('is offered again after a change of the passphrase, which ends what it kept', async () => {
    const home = join(temporaryFolder(), 'home');
    const options = { keychainSecret: randomBytes(32) };
    const { desk, page } = await start(home, options);
    await begin(page);
    await desk.call('shell.keepKey', { passphrase });
    await openProtection(page);
    await button(page, 'Ask for the passphrase at every start').waitFor();
    await give(page, 'Current passphrase', passphrase);
    await give(page, 'New passphrase', 'other words of mine');
    await give(page, 'Repeat the passphrase', 'other words of mine');
    await button(page, 'Change').click();
    await page.getByText('It no longer opens this vault').waitFor();
    await button(page, 'Let the keychain open it again').click();
    await page.getByText('It opens this vault when Dossier starts').waitFor();
    await desk.close();
    expect(await shown((await start(home, options)).page)).toBe('open');
  });

  it('says why it cannot be used where there is none to trust', async () => {
    const { page } = await start(join(temporaryFolder(), 'home'), { keychainBackend: 'basic_text' });
    await begin(page);
    await openProtection(page);
    await page.getByText('This desktop has no keychain').waitFor();
    expect(await button(page, 'Let the keychain open this vault').count()).toBe(0);
  });
});

describe.runIf(onDouble)('what is typed on the desktop', () => {
  /** Opens the sample engagement and the first finding in its list. */
  async function openFirst(page: Page) {
    await page.getByRole('row').nth(1).dblclick();
    const title = page.getByRole('textbox', { name: 'Title' });
    await title.waitFor();
    return title;
  }

  it('is saved where the program is quit behind the last key', async () => {
    const home = join(temporaryFolder(), 'home');
    const { double, desk, page } = await start(home, {});
    await desk.call('home.create', { passphrase: null });
    await desk.call('sample.open', {});
    await page.reload();
    const title = await openFirst(page);
    double.answerWith(() => 1);
    await title.fill('Typed a moment before the end');
    double.electron.app.quit();
    expect([await double.ended, double.asked]).toEqual([0, []]);
    const again = await start(home, {});
    await again.page.getByRole('row', { name: 'Typed a moment before the end' }).waitFor();
  });

  it('is saved while Windows still asks whether its session may end, and the window stays', async () => {
    const { double, desk, page } = await start(join(temporaryFolder(), 'home'), {
      platform: 'win32',
    });
    await desk.call('home.create', { passphrase: null });
    await desk.call('sample.open', {});
    await page.reload();
    const title = await openFirst(page);
    // Nothing is saved by itself from here on: the clock of the page stands.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1_000);
    await title.fill('Typed a moment before the log-off');
    double.windows[0]!.emit('query-session-end');
    await eventually(() => desk.call('queue.list')).toMatchObject({ value: [{ kind: 'update' }] });
    expect(double.windows).toHaveLength(1);
  });
});
