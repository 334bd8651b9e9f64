import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../domain/images/pictures.ts';
import { certificateHere } from '../faults/certificates.ts';
import { barriers } from './support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from './support/browser.ts';
import { callFrom } from './support/calls.ts';

const passphrase = 'four words of mine';

let browser: Browser;
let opened: Opened;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  opened = await openWindow(browser);
  ({ page } = opened);
  await callFrom(page, 'home.create', { passphrase });
  await callFrom(page, 'sample.open', {});
  await page.reload();
  await page.getByRole('grid').waitFor();
});
afterAll(async () => {
  await opened.close();
  await browser.close();
});

afterEach(() => {
  expect(opened.complaints).toEqual([]);
});

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');

/** Goes to a part of the settings by keys alone. In a field, which an earlier test may have left focused, they would be text. */
async function goTo(name: string): Promise<void> {
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  const entry = page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name, exact: true });
  await entry.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 3 }).first().waitFor();
}

/** Forgets the token, in the part about the connection. */
async function disconnect(): Promise<void> {
  await goTo('Connection');
  await button('Disconnect…').press('Enter');
  await dialog().getByRole('button', { name: 'Disconnect', exact: true }).press('Enter');
  await page.getByText('None: nothing is sent or fetched.').waitFor();
}

/** Saves what a button offers. @returns the text of the file */
async function saved(name: string): Promise<{ readonly file: string; readonly text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button(name).press('Enter')]);
  return { file: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

describe('the settings', () => {
  it('are a list of parts that the arrow keys walk through', async () => {
    await goTo('Connection');
    await page.keyboard.press('ArrowUp');
    const part = () => page.getByRole('heading', { level: 3 }).innerText();
    await eventually(part).toBe('Diagnostics');
    await page.keyboard.press('ArrowDown');
    await eventually(part).toBe('Connection');
    await eventually(() => page.getByRole('definition').allInnerTexts()).toContain('Mara Lindqvist');
    expect(await barriers(page)).toEqual([]);
  });

  it('keep a proxy of the connection, say what is wrong with one, and add and remove an authority, by keys alone', async () => {
    await goTo('Network');
    await page.getByText('No certificates added.').waitFor();
    const way = page.getByRole('radio', { name: 'Use this proxy' });
    await way.focus();
    await page.keyboard.press('Space');
    const address = page.getByLabel('Proxy address');
    await address.fill('socks5://proxy.test:1080');
    await page.keyboard.press('Enter');
    await page.getByText('is a SOCKS proxy, which Dossier cannot use').waitFor();
    await address.fill('proxy.test:3128');
    await page.getByLabel('Name', { exact: true }).fill('mara');
    await page.getByLabel('Password', { exact: true }).fill('hunter2');
    await page.keyboard.press('Enter');
    await page.getByText('Leave empty to keep the stored password.').waitFor();
    const view = async () => await callFrom(page, 'network.read', { baseUrl: null });
    const kept = { kind: 'manual', address: 'proxy.test:3128', name: 'mara', hasPassword: true };
    expect((await view()).proxy).toEqual(kept);
    const give = async (text: string) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: /certificate file$/ }).press('Enter'),
      ]);
      await chooser.setFiles({ name: 'office.pem', mimeType: 'text/plain', buffer: Buffer.from(text) });
    };
    await give('hello');
    await page.getByText('There is no certificate in the file.').waitFor();
    const found = await barriers(page);
    await address.fill('other.test');
    await page.keyboard.press('Enter');
    await page.getByText('The address of the proxy has no port.').waitFor();
    expect(await address.getAttribute('aria-invalid')).toBe('true');
    await address.fill('other.test:8080');
    await give(certificateHere);
    await page.getByText('Dossier test service').first().waitFor();
    // What is typed and not saved is still there.
    expect([await address.inputValue(), (await view()).proxy]).toEqual(['other.test:8080', kept]);
    await button('Remove certificates').press('Enter');
    await page.getByText('No certificates added.').waitFor();
    expect([found, await barriers(page), (await view()).authorities]).toEqual([[], [], []]);
    await page.getByRole('radio', { name: 'Automatic' }).check();
    await button('Save proxy').press('Enter');
    await eventually(async () => (await view()).proxy.kind).toBe('automatic');
  });

  it('change a member of the service profile, refuse what is none, and give the default back', async () => {
    const pageSize = async () => (await callFrom(page, 'connection.profile', {})).pageSize;
    await goTo('Service profile');
    await button('Change Rows of a page').press('Enter');
    await page.getByLabel('Rows of a page, in findings').fill('0');
    await page.keyboard.press('Enter');
    await page.getByText('Enter a whole number from 1 to 10000.').waitFor();
    await page.getByLabel('Rows of a page, in findings').fill('77');
    const found = await barriers(page);
    await page.keyboard.press('Enter');
    await eventually(pageSize).toBe(77);
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Change');
    const { file, text } = await saved('Save as a file');
    expect([file, JSON.parse(text).pageSize]).toEqual(['service-profile.json', 77]);
    await button('Default of Rows of a page').press('Enter');
    await eventually(pageSize).toBe(500);
    expect(found).toEqual([]);
  });

  it('keep when the home locks', async () => {
    await goTo('Security');
    const minutes = page.getByLabel('Lock after (minutes of inactivity)');
    await minutes.fill('4');
    await page.keyboard.press('Enter');
    await page.getByText('Enter 5 to 240 minutes.').waitFor();
    await minutes.fill('45');
    await page.keyboard.press('Enter');
    await eventually(async () => await callFrom(page, 'home.state', {})).toMatchObject({
      lockAfterMinutes: 45,
    });
    expect(await barriers(page)).toEqual([]);
  });

  it('make a new recovery code, which is not closed by mistake', async () => {
    await goTo('Security');
    await button('New recovery code').press('Enter');
    await page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
    await page.keyboard.press('Enter');
    const code = await page.getByLabel('Recovery code', { exact: true }).innerText();
    await page.getByText('Replaces your earlier recovery code').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('The code is shown only once.').waitFor();
    const found = await barriers(page);
    await button('Back to the code').press('Enter');
    expect(await page.getByLabel('Recovery code', { exact: true }).innerText()).toBe(code);
    await button('Close').press('Enter');
    await button('Cancel setup').press('Enter');
    await dialog().waitFor({ state: 'detached' });
    expect([found, code]).toEqual([[], expect.stringMatching(/^(?:[0-9A-Z]{4}-){7}[0-9A-Z]{4}$/)]);
  });

  it('ask before the passphrase is removed, with what that means, and keep it on No', async () => {
    const isProtected = async () => {
      const home = await callFrom(page, 'home.state', {});
      return home.kind === 'open' && home.protected;
    };
    await goTo('Security');
    await button('Change the passphrase').press('Enter');
    await dialog().getByLabel('Current passphrase', { exact: true }).fill(passphrase);
    await dialog().getByRole('button', { name: 'Remove the passphrase…' }).click();
    await dialog()
      .getByText(/can then read all findings\. Lock, recovery code and keychain no longer work/u)
      .waitFor();
    const found = await barriers(page);
    await dialog().getByRole('button', { name: 'Keep the passphrase' }).press('Enter');
    expect([found, await isProtected()]).toEqual([[], true]);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  it('write dates and numbers as the person has them, everywhere at once, and after a reload', async () => {
    await goTo('Dates and numbers');
    await page.getByLabel('Language', { exact: true }).selectOption('de-DE');
    await page.getByRole('radio', { name: 'Numbers, as in the language' }).check();
    const example = () => page.getByText('For example').innerText();
    await eventually(example).toBe('For example: 05.03.2026, 21:05 and 1.234.567,89');
    expect(await barriers(page)).toEqual([]);
    await page.reload();
    await goTo('Dates and numbers');
    await eventually(example).toBe('For example: 05.03.2026, 21:05 and 1.234.567,89');
    await goTo('Storage');
    await page
      .getByText(/^\d{2}\.\d{2}\.\d{4}, \d{2}:\d{2}/)
      .first()
      .waitFor();
    expect(await barriers(page)).toEqual([]);
    // A page of the browser names no files of this computer.
    expect(await button('Back up vault…').or(button('Restore backup…')).count()).toBe(0);
  });

  it('lead to an image that no finding shows and to a damaged store, which are moved and removed by keys', async () => {
    const [{ project } = { project: '' }] = await callFrom(page, 'engagement.list', {});
    const records = [{ title: 'Taken back', asset: ['a.example.test'] }];
    const [made] = await callFrom(page, 'finding.create', { project, records });
    const id = made?.findings[0] ?? '';
    const content = Buffer.from(png({ width: 40, height: 20 })).toString('base64');
    await callFrom(page, 'evidence.add', { id, name: 'stray.png', caption: 'Nobody sees it', content });
    await callFrom(page, 'finding.delete', { ids: [id] });
    const [store = ''] = readdirSync(join(opened.home, 'stores'));
    const damaged = join(opened.home, 'stores', store, 'store.db.damaged-1');
    writeFileSync(damaged, 'damaged');

    await goTo('Storage');
    await button('Look at stray.png').press('Enter');
    await dialog().getByRole('img', { name: 'Nobody sees it' }).waitFor();
    // An answer is on its way until it is let through.
    let letThrough: () => void = () => undefined;
    const held = new Promise<void>((done) => (letThrough = done));
    const asked = page.waitForRequest(/list\.query/u);
    await page.route(/list\.query/u, async (route) => {
      await held;
      await route.continue();
    });
    await page.keyboard.type('nothinghasit');
    await asked;
    const nothing = dialog().getByText('No finding matches.');
    const early = await nothing.count();
    letThrough();
    await nothing.waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await dialog().getByRole('textbox').fill('severity:');
    await dialog().getByText('A value is missing here').waitFor();
    expect([early, await nothing.count()]).toEqual([0, 0]);
    await dialog().getByRole('textbox').fill('injection');
    const [to] = (await callFrom(page, 'finding.list', { project, query: 'injection' })).rows;
    await dialog()
      .getByRole('radio', { name: to?.title ?? '' })
      .press('Space');
    const found = await barriers(page);
    await dialog().getByRole('button', { name: 'Move', exact: true }).press('Enter');
    await page.getByText('The image belongs to that finding now.').waitFor();
    const moved = await callFrom(page, 'evidence.list', { id: to?.id ?? '' });
    await button('Remove store.db.damaged-1').press('Enter');
    found.push(...(await barriers(page)));
    await dialog().getByRole('button', { name: 'Remove', exact: true }).press('Enter');
    await page.getByText('store.db.damaged-1 is removed.').waitFor();
    await eventually(() => page.evaluate(() => document.activeElement?.textContent.trim())).toBe(
      'Back up now',
    );
    expect([found, moved.map(({ caption }) => caption), existsSync(damaged)]).toEqual([
      [],
      ['Nobody sees it'],
      false,
    ]);
  });

  it('make the text larger', async () => {
    const fontSize = () => page.evaluate(() => getComputedStyle(document.body).fontSize);
    await goTo('Appearance');
    const before = await fontSize();
    await page.getByRole('radio', { name: 'Larger' }).check();
    await eventually(fontSize).toBe('16px');
    expect([before, await barriers(page)]).toEqual(['13px', []]);
    await page.getByRole('radio', { name: 'Normal' }).check();
  });

  it('show a diagnosis before it is saved, without a word of a client', async () => {
    await goTo('Diagnostics');
    await button('Collect').press('Enter');
    const shown = await page.getByRole('region', { name: 'Diagnosis' }).innerText();
    await eventually(() => page.evaluate(() => document.activeElement?.textContent.trim())).toBe(
      'Collect again',
    );
    const { file, text } = await saved('Save as a file');
    expect([file, text.trim()]).toEqual(['dossier-diagnostics.txt', shown.trim()]);
    const words = ['Fjellmark', 'Mara', 'portal', '127.0.0.1', opened.home];
    expect(words.filter((word) => text.includes(word))).toEqual([]);
    expect(await barriers(page)).toEqual([]);
  });

  it('ask before they disconnect, and connect with the sample again', async () => {
    await goTo('Connection');
    await button('Disconnect…').press('Enter');
    await dialog().getByText('until you open the sample engagement again').waitFor();
    const found = await barriers(page);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    const kept = await page.getByText('Kept here, encrypted').count();
    await disconnect();
    await button('Connect again').press('Enter');
    found.push(...(await barriers(page)));
    await dialog().getByRole('button', { name: 'Open the sample engagement' }).press('Enter');
    await dialog().waitFor({ state: 'detached' });
    await page.getByText('Kept here, encrypted').waitFor();
    const { failure } = await callFrom(page, 'sync.run', {});
    expect([kept, failure, found]).toEqual([1, null, []]);
  });

  it('destroy an engagement that is named, with what was never sent, and show its record', async () => {
    await disconnect();
    const [doomed, other] = await callFrom(page, 'engagement.list', {});
    const { project, name } = doomed ?? { project: '', name: '' };
    const { rows } = await callFrom(page, 'finding.list', { project, query: '-is:candidate' });
    await callFrom(page, 'finding.edit', { id: rows[0]?.id ?? '', changes: { title: 'Never sent' } });
    const of = { project: other?.project ?? '', query: '-is:candidate' };
    const [kept] = (await callFrom(page, 'finding.list', of)).rows;
    await callFrom(page, 'finding.edit', { id: kept?.id ?? '', changes: { title: 'Still waits' } });
    await page.keyboard.press('g');
    await page.keyboard.press('q');
    await page.getByRole('combobox', { name: 'Engagement', exact: true }).selectOption(project);
    await page.getByText('Never sent').first().waitFor();
    await goTo('Remove engagement');
    await eventually(() => page.getByRole('main').innerText()).toMatch(/\S · \d+ findings\n/u);
    await button(`Remove from this computer… ${name ?? ''}`).press('Enter');
    // Its fields stand in the panel of the settings, which have an Escape of their own.
    await page.getByLabel(/^Type its name/).press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await button(`Remove from this computer… ${name ?? ''}`).press('Enter');
    await page.getByRole('checkbox', { name: /1 change was never sent/ }).waitFor();
    const found = await barriers(page);
    const sure = dialog().getByRole('button', { name: 'Remove', exact: true });
    const enabled = [await sure.isEnabled()];
    await page.getByLabel(/^Type its name/).fill(name ?? '');
    enabled.push(await sure.isEnabled());
    await page.getByRole('checkbox').press('Space');
    enabled.push(await sure.isEnabled());
    await page.getByLabel(/^Type its name/).press('Enter');
    const record = page.getByRole('region', { name: 'Record' });
    await eventually(() => record.innerText()).toContain('of them never sent 1');
    const { text } = await saved('Save as a file');
    // In the dialog: what stands behind it is read out to nobody.
    await dialog().getByText('The record is saved.').waitFor();
    found.push(...(await barriers(page)));
    await page.keyboard.press('Escape');
    await button(`Record of ${name ?? ''}`).waitFor();
    await page
      .getByRole('button', { name: /^Engagement.+/ })
      .getByText(other?.name ?? '')
      .waitFor();
    // The queue, which showed the destroyed one alone, has what waits of the other.
    await page.keyboard.press('g');
    await page.keyboard.press('q');
    await page.getByText('Still waits').first().waitFor();
    await page.reload();
    await page
      .getByRole('button', { name: /^Engagement.+/ })
      .getByText(other?.name ?? '')
      .waitFor();
    const left = (await callFrom(page, 'engagement.list', {})).map((engagement) => engagement.project);
    expect([enabled, text.includes('SHA-256 of the lines above'), left.includes(project)]).toEqual([
      [false, false, true],
      true,
      false,
    ]);
    expect(found).toEqual([]);
  });
});
