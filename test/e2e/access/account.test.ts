import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startSampleService, type SampleService } from '#sample/http/server.ts';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom } from '../support/calls.ts';
import { syncByKey } from '../support/send.ts';

/*
 * A user before the account: signs in with a code, works as a provider, and makes a new token whose response is lost. A
 * client of the same vault takes over, and another user opens an account by invitation.
 */

const project = 'fjm-portal-2026';
const secret = 'Padlock bypass at the loading dock';

let browser: Browser;
let opened: Opened;
let page: Page;
let service: SampleService;
beforeAll(async () => {
  const body = { asset: ['portal.example.test'], severity: 'medium', status: 'draft', description: 'One.' };
  service = await startSampleService({
    engagement: false,
    shapes: { registration: ['name', 'password', 'jobTitle'] },
    seeds: [
      {
        project,
        findings: [
          { id: 'c0', body: { ...body, title: 'Open redirect after sign-in' }, candidate: 'public' },
          { id: 'c1', body: { ...body, title: secret }, candidate: 'private' },
        ],
      },
    ],
  });
  browser = await launchBrowser();
  opened = await openWindow(browser);
  ({ page } = opened);
  await callFrom(page, 'home.create', { passphrase: null });
  await page.reload();
});
afterAll(async () => {
  await opened.close();
  await browser.close();
  await service.close();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const field = (name: string) => page.getByLabel(name, { exact: true });
const alerts = () => page.getByRole('alert').allInnerTexts();
const password = (login: string): string => service.passwords()[login] ?? '';
const sent = (path: string) => service.ledger.filter((entry) => entry.path.endsWith(path)).length;

/** Every text and value that the page holds, typed ones too. */
const held = () =>
  page.evaluate(() => [
    document.body.innerText,
    ...[...document.querySelectorAll('input')].map(({ value }) => value),
  ]);

/** Asks for a command as a person does who knows its name. */
async function ask(command: string): Promise<void> {
  await page.keyboard.press('Control+k');
  // It may have to be fetched first, and keys before it is there write nothing.
  await page.getByRole('combobox', { name: 'Find a command, a finding, a list' }).fill(command);
  await page.getByRole('option', { name: command }).first().click();
}

/** Says yes to the question whether another user is to work here from now on. */
async function workAsTheOther(): Promise<void> {
  await dialog()
    .getByRole('button', { name: /^Work as/u })
    .click();
}

async function goToAccount(): Promise<void> {
  await ask('Account');
  await page.getByRole('heading', { name: 'Account', level: 3 }).waitFor();
}

describe('the account in the window', () => {
  test('counts down at the address that asked to wait, before it is connected, and lets go at the end', async () => {
    const elsewhere = service.baseUrl.replace('/api/', '/busy/');
    service.setFaults(({ path }) =>
      path.startsWith('/busy/')
        ? { kind: 'status', status: 429, handled: false, retryAfter: '900' }
        : undefined,
    );
    // A browser of its own: its clock is turned on by hand.
    const apart = await browser.newContext({ storageState: await opened.context.storageState() });
    onTestFinished(() => apart.close());
    const other = await apart.newPage();
    await other.clock.install();
    await other.goto(page.url());
    const connect = other.getByRole('button', { name: 'Connect', exact: true });
    const address = other.getByLabel('Service URL');
    await address.fill(elsewhere);
    await other.getByLabel('API token', { exact: true }).fill('a-token-of-somebody');
    await other.keyboard.press('Enter');
    const timer = other.getByRole('timer');
    await eventually(() => timer.innerText()).toMatch(/^1[45]:\d\d$/);
    const waits = [await connect.isDisabled()];
    await address.fill(service.baseUrl);
    waits.push(await connect.isDisabled());
    await address.fill(elsewhere);
    waits.push(await connect.isDisabled());
    await other.clock.fastForward('15:00');
    await timer.waitFor({ state: 'detached' });
    waits.push(await connect.isDisabled());
    service.setFaults(undefined);
    expect(waits).toEqual([true, false, true, false]);
  });

  test('is opened by an invitation, whose form asks for what the service asks for', async () => {
    await page.getByRole('tab', { name: 'With e-mail and password' }).click();
    await button('I have an invitation').click();
    // The program completes an address without a scheme.
    await field('Service URL').fill(service.baseUrl.replace('http://', ''));
    await field('Invitation token').fill(' sample-invitation-lena ');
    const found = await barriers(page);
    await field('Name').fill('Lena Okafor');
    await field('Password').fill('four words of lena');
    await button('Open my account').click();
    await field('Job title').fill('Pentester');
    await button('Open my account').click();
    await page.getByText('Your account is open.').waitFor();
    expect([found, (await held()).filter((text) => text.includes('four words'))]).toEqual([[], []]);
  });

  test('gets a new password by a letter, asked for and set without being signed in', async () => {
    await button('Forgot the password').click();
    await field('E-mail').fill('jonas@larkspur.example');
    await button('Send me a token').click();
    await page.getByText('a token is on its way', { exact: false }).waitFor();
    const found = await barriers(page);
    const letter = service.mails.findLast(({ kind }) => kind === 'recovery')?.token ?? '';
    await field('Recovery token of the e-mail').fill(`${letter}\n`);
    await field('New password').fill('four words of jonas');
    await field('New password once more').fill('four words of jonas');
    await page.keyboard.press('Enter');
    await page.getByText('The new password is set.').waitFor();
    const left = (await held()).filter((text) => text.includes('four words') || text.includes(letter));
    expect([password('jonas'), left, found]).toEqual(['four words of jonas', [], []]);
  });

  test('signs in with a code, and keeps neither password nor code in the page', async () => {
    await field('E-mail').fill('jonas@larkspur.example');
    await field('Password').fill('wrong');
    await button('Sign in').click();
    await eventually(alerts).toHaveLength(1);
    const empty = await field('Password').inputValue();
    await field('Password').fill(password('jonas'));
    await page.keyboard.press('Enter');
    await field('Code').fill('000 000');
    await page.keyboard.press('Enter');
    await eventually(alerts).toHaveLength(1);
    const found = await barriers(page);
    // A reload comes back to the step that waits.
    await page.reload();
    const code = service.otpCode('jonas');
    await field('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await page.keyboard.press('Enter');
    await page.getByText('No engagement yet').waitFor();
    expect([empty, found, (await callFrom(page, 'account.standing', {})).uses]).toEqual(['', [], 'session']);
  });

  test('says who it is, what it may do, and makes a new token that is shown once', async () => {
    await callFrom(page, 'engagement.add', { project });
    await callFrom(page, 'sync.run', {});
    await page.reload();
    const rows = page.getByRole('row');
    await rows.filter({ hasText: secret }).filter({ hasText: 'private draft' }).waitFor();
    await page.getByRole('button', { name: /^As the client sees it/u }).click();
    await rows.filter({ hasText: secret }).waitFor({ state: 'detached' });
    expect(await rows.filter({ hasText: 'Open redirect' }).innerText()).toContain('candidate');
    await page.getByRole('button', { name: /^All findings/u }).click();
    await rows.filter({ hasText: secret }).waitFor();
    await goToAccount();
    await eventually(() => page.getByRole('definition').allInnerTexts()).toEqual(
      expect.arrayContaining(['Provider', 'project-manager', 'Fjellmark Logistics']),
    );
    const found = await barriers(page);
    // What the program tells of the request under way may come before its answer: it is made to.
    let [meanwhile, isOpen]: [readonly string[], boolean] = [[], true];
    const standings = '**/call/account.standing';
    await page.route(
      '**/call/token.rotate',
      async (route) => {
        await page.route(standings, async (standing) => {
          if (!isOpen) return standing.continue();
          const response = await standing.fetch();
          const told = await response.json();
          told.value.rotation = { state: 'unknown', begunAt: new Date().toISOString(), until: null };
          await standing.fulfill({ response, json: told });
        });
        const told = page.waitForResponse(standings);
        await callFrom(page, 'view.save', { view: null, name: 'Another', query: '', sort: null });
        await (await told).finished();
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
        meanwhile = await dialog().getByRole('button').allInnerTexts();
        isOpen = false;
        await route.continue();
      },
      { times: 1 },
    );
    await button('Make a new token…').click();
    const sure = dialog().getByRole('button', { name: 'Replace the token', exact: true });
    const before = await sure.isDisabled();
    await page.getByLabel(/^To go on, type/).fill('replace my token');
    await page.keyboard.press('Enter');
    const shown = await page.getByLabel('New token', { exact: true }).innerText();
    await page.unrouteAll({ behavior: 'wait' });
    found.push(...(await barriers(page)));
    await page.keyboard.press('Escape');
    await button('Cancel setup').click();
    await dialog().waitFor({ state: 'detached' });
    const left = (await held()).filter((text) => text.includes(shown));
    expect([before, meanwhile, shown, left, found]).toEqual([
      true,
      ['', 'Cancel', 'Asking the service…'],
      service.tokens['jonas'],
      [],
      [],
    ]);
  });

  test('leads out of a rotation whose answer was lost, and never asks for a second one', async () => {
    service.setFaults(({ path }) =>
      path.endsWith('/generateToken') ? { kind: 'drop', handled: true } : undefined,
    );
    await button('My token leaked…').click();
    const phrase = page.getByLabel(/^To go on, type/);
    // A token that was made just now is not replaced again for some seconds.
    const lost = dialog().getByText('No answer to the request for a new token.');
    await eventually(async () => {
      if (sent('/generateToken') === 1) {
        await phrase.fill('replace my token', { timeout: 1_000 });
        await phrase.press('Enter', { timeout: 1_000 });
      }
      return lost.isVisible();
    }).toBe(true);
    service.setFaults(undefined);
    const asked = sent('/generateToken');
    const found = await barriers(page);
    await dialog().getByRole('button', { name: 'Look now' }).click();
    await dialog().getByRole('button', { name: 'Enter a token…' }).click();
    await page.getByLabel('API token', { exact: true }).fill(`"${service.tokens['jonas'] ?? ''}"\n`);
    await page.keyboard.press('Enter');
    await dialog().waitFor({ state: 'detached' });
    const { rotation, uses } = await callFrom(page, 'account.standing', {});
    expect([asked, sent('/generateToken'), rotation, uses, found]).toEqual([2, 2, null, 'token', []]);
  });

  test('of a client shows nothing of the drafts that the person before had, not for a moment', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('f');
    await page.getByRole('row').filter({ hasText: secret }).dblclick();
    await page.getByLabel('Title').first().waitFor();
    await goToAccount();
    await page
      .getByRole('button', { name: /^Sign in/ })
      .first()
      .click();
    // From the moment at which the window names the client, every change of the page is looked at.
    await page.evaluate((words) => {
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      new MutationObserver(() => {
        const texts = [...document.querySelectorAll('input, textarea')].map((one) =>
          'value' in one ? String(one.value) : '',
        );
        const all = [document.querySelector('#app')?.textContent ?? '', ...texts].join('\n');
        if (all.includes('Clara') && !all.includes('Jonas') && all.includes(words)) seen.push(all);
      }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    }, secret);
    await field('E-mail').fill('clara@fjellmark.example');
    await field('Password').fill(password('clara'));
    await page.keyboard.press('Enter');
    await workAsTheOther();
    await dialog().waitFor({ state: 'detached' });
    await callFrom(page, 'engagement.add', { project });
    await callFrom(page, 'sync.run', {});
    await page.getByRole('row').filter({ hasText: 'Open redirect' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.getByRole('button', { name: 'Accept A', exact: true }).waitFor();
    // The text of a candidate is the provider's: the way to edit it is not offered, and the reason is told there.
    await page.keyboard.press('e');
    await page.getByText(/^As a client you decide/).waitFor();
    const offered = await page.getByRole('button', { name: /^Edit/ }).or(field('Title')).count();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Padlock');
    const shown = (await held()).filter((text) => text.includes(secret));
    await page.keyboard.press('Escape');
    const seen = await page.evaluate(
      () => Object.entries(globalThis).find(([name]) => name === 'seen')?.[1] as unknown,
    );
    await goToAccount();
    await eventually(() => page.getByRole('definition').allInnerTexts()).toContain('Client');
    expect([shown, offered, seen]).toEqual([[], 0, []]);
  });

  test('that was refused leads to signing in again, and what waits is safe', async () => {
    service.endSessions('clara');
    await syncByKey(page, false);
    await dialog().getByText('The service did not accept the session any more.').waitFor();
    const found = await barriers(page);
    await field('Password').fill(password('clara'));
    await page.keyboard.press('Enter');
    await dialog().waitFor({ state: 'detached' });
    await eventually(async () => (await callFrom(page, 'account.standing', {})).trouble).toBe(null);
    expect(found).toEqual([]);
  });

  test('keeps what waits through a sign-out, apart from who comes next, and sends it as the person who made it', async () => {
    await callFrom(page, 'candidate.review', { id: 'c0', decision: 'accept' });
    await ask('Sign out');
    await page.getByText('1 pending change stays here.', { exact: false }).waitFor();
    await ask('Sign in');
    await field('E-mail').fill('ines@larkspur.example');
    await field('Password').fill(password('ines'));
    await page.keyboard.press('Enter');
    await page.getByText('The service asks for a new password at the first sign-in.').waitFor();
    await field('New password').fill('four words of ines');
    await field('New password once more').fill('four words of ines');
    await page.keyboard.press('Enter');
    await workAsTheOther();
    await page.getByText('Data of Clara Haugen stays in this vault', { exact: false }).waitFor();
    await page.getByText('No engagement yet').waitFor();
    const apart = await callFrom(page, 'account.standing', {});
    await ask('Sign in');
    await field('E-mail').fill('clara@fjellmark.example');
    await field('Password').fill(password('clara'));
    await page.keyboard.press('Enter');
    await workAsTheOther();
    await page.getByText('Signed in as Clara Haugen.', { exact: false }).waitFor();
    const back = await callFrom(page, 'account.standing', {});
    await callFrom(page, 'sync.run', {});
    const reviewed = service.ledger.filter(({ path }) => path.endsWith('/review'));
    expect([
      [apart.user?.['name'], apart.waiting],
      [back.user?.['name'], back.waiting],
      reviewed.map(({ user, outcome }) => [user, outcome]),
    ]).toEqual([['Inês Carvalho', 0], ['Clara Haugen', 1], [['clara', 'applied']]]);
  });

  test('has its password changed and its second factor set up, reset and switched off', async () => {
    await goToAccount();
    await button('Change the password…').click();
    await field('Current password').fill(password('clara'));
    await field('New password').fill('four words of clara');
    await field('New password once more').fill('four words of clara');
    await page.keyboard.press('Enter');
    await page.getByText('The password is changed.').waitFor();
    await dialog().waitFor({ state: 'detached' });
    const having: boolean[] = [];
    for (const [ends, does] of [
      ['Reset…', 'Reset it'],
      ['Switch off…', 'Switch it off'],
    ] as const) {
      await button('Set up…').click();
      await button('Begin').click();
      await page.getByRole('img', { name: /^QR code/ }).waitFor();
      await field('Code').fill(service.otpCode('clara'));
      await page.keyboard.press('Enter');
      await dialog().waitFor({ state: 'detached' });
      having.push(service.hasMfa('clara'));
      await button(ends).click();
      await button(does).click();
      await dialog().waitFor({ state: 'detached' });
      having.push(service.hasMfa('clara'));
    }
    expect([password('clara'), having]).toEqual(['four words of clara', [true, false, true, false]]);
  });

  test('counts down to when it may be tried again, while findings go on', async () => {
    service.setFaults(({ path }) =>
      path.endsWith('/auth/signin')
        ? { kind: 'status', status: 429, handled: false, retryAfter: '900' }
        : undefined,
    );
    await ask('Sign in');
    await field('Password').fill(password('clara'));
    await page.keyboard.press('Enter');
    await eventually(() => dialog().getByRole('timer').innerText()).toMatch(/^1[45]:\d\d$/);
    await field('Password').fill(password('clara'));
    const waits = await dialog().getByRole('button', { name: 'Sign in', exact: true }).isDisabled();
    await callFrom(page, 'sync.run', {});
    const { pauses } = await callFrom(page, 'account.standing', {});
    expect([waits, pauses.map(({ of }) => of), opened.complaints]).toEqual([true, ['sign-in'], []]);
  });

  test('counts down in the dialog, and at a page, what the program itself waits for, and gives it up', async () => {
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    let busy = true;
    service.setFaults(({ path }) => {
      if (!busy || !path.endsWith('/users/me')) return undefined;
      busy = false;
      return { kind: 'status', status: 429, handled: false, retryAfter: '40' };
    });
    const changes = sent('/change-password');
    await goToAccount();
    await button('Change the password…').click();
    await field('Current password').fill(password('clara'));
    await field('New password').fill('five words of clara');
    await field('New password once more').fill('five words of clara');
    await page.keyboard.press('Enter');
    const waits = page.getByText('The service asks you to wait:').and(page.locator(':visible'));
    const giveUp = page.getByRole('button', { name: 'Give up' });
    await eventually(() => dialog().getByRole('timer').allInnerTexts()).toContainEqual(
      expect.stringMatching(/^0:[34]\d$/),
    );
    const found = await barriers(page);
    await giveUp.click();
    await button('Asking the service…').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await ask('Sync');
    await waits.getByRole('timer').waitFor();
    found.push(...(await barriers(page)));
    // At the edge that all of them stand on: a notice that goes moves no button under the hand.
    const atEdge = await giveUp.evaluate((one) => one.closest('section')?.firstElementChild?.contains(one));
    await page.getByRole('button', { name: 'Try now' }).click();
    await waits.waitFor({ state: 'detached' });
    await page
      .getByText(/^Synced/)
      .first()
      .waitFor();
    expect([sent('/change-password') - changes, found, opened.complaints, atEdge]).toEqual([0, [], [], true]);
  });
});
