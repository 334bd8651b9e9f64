import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { SampleService } from '#sample/http/server.ts';
import { startSampleService } from '#sample/http/server.ts';
import { findings } from '../../engine/support.ts';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom } from '../support/calls.ts';

/* From a vault that is connected to the first engagement with findings in it. */

const numbered = (project: string, count: number) => ({
  project,
  findings: findings(count).map(({ id, body }) => ({ id: `${project}-${id}`, body })),
});

let browser: Browser;
let service: SampleService;
let opened: Opened;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  const seeds = [numbered('harbour-web', 3), numbered('ridge-api', 2)];
  service = await startSampleService({ engagement: false, seeds });
  opened = await openWindow(browser);
  page = opened.page;
  await callFrom(page, 'home.create', { passphrase: null });
  await callFrom(page, 'home.connect', { baseUrl: service.baseUrl, token: service.tokens['mara'] ?? '' });
  await page.reload();
  await page.getByRole('heading', { name: 'No engagement yet' }).waitFor();
});

afterAll(async () => {
  await opened.close();
  await service.close();
  await browser.close();
});

afterEach(() => {
  expect([service.internalErrors, opened.complaints]).toEqual([[], []]);
});

const dialog = () => page.getByRole('dialog');
const addEngagement = () => page.getByRole('main').getByRole('button', { name: 'Add an engagement' }).click();
const menu = () => page.getByRole('complementary').getByRole('button', { name: /^Engagement.+/ });

/** Opens the menu of engagements and picks a line. */
async function pickInMenu(name: string, role: 'menuitem' | 'menuitemcheckbox' = 'menuitem'): Promise<void> {
  await menu().click();
  await page.getByRole(role, { name }).click();
}

it('an ID can be typed if the service does not list its projects, and that is said', async () => {
  service.setFaults(({ path }) =>
    path.includes('/scans/') ? { kind: 'status', status: 403, handled: false } : undefined,
  );
  await addEngagement();
  await dialog()
    .getByText(/^The service did not list its projects\. Type the ID\./)
    .waitFor();
  await dialog().getByLabel('Project').fill('anything');
  const add = dialog().getByRole('button', { name: 'Add', exact: true });
  await eventually(() => add.isEnabled()).toBe(true);
  service.setFaults(undefined);
  await page.keyboard.press('Escape');
  await dialog().getByRole('button', { name: 'Discard' }).click();
  await dialog().waitFor({ state: 'detached' });
});

it('offers projects without findings too, with name and client, if the profile says where they are read', async () => {
  await callFrom(page, 'connection.adjust', { profile: { reads: { projects: 'projects/' } } });
  await addEngagement();
  const offered = dialog().getByRole('button', {
    name: 'Customer portal 2026 · Fjellmark Logistics · 0 findings',
  });
  await offered.waitFor();
  const found = await barriers(page);
  await offered.click();
  expect([
    found,
    await dialog().getByLabel('Project').inputValue(),
    await dialog().getByLabel('Name').inputValue(),
    await dialog().getByLabel('Client').inputValue(),
  ]).toEqual([[], 'fjm-portal-2026', 'Customer portal 2026', 'Fjellmark Logistics']);
  await page.keyboard.press('Escape');
  await dialog().getByRole('button', { name: 'Discard' }).click();
  await dialog().waitFor({ state: 'detached' });
  await callFrom(page, 'connection.adjust', { profile: { reads: null } });
});

it('offers the projects that the service shows, by name, to keys and pointer', async () => {
  await addEngagement();
  const choices = dialog().getByRole('region', { name: 'Found on the service' }).getByRole('button');
  await eventually(() => choices.allInnerTexts()).toEqual([
    expect.stringMatching(/^harbour-web\s+3 findings$/),
    expect.stringMatching(/^ridge-api\s+2 findings$/),
  ]);
  const found = await barriers(page);
  await dialog().getByLabel('Project').fill('RIDGE');
  await eventually(() => choices.count()).toBe(1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await dialog().getByText('2 findings on the service.').waitFor();
  await eventually(() =>
    dialog()
      .getByLabel('Name')
      .evaluate((field) => field === document.activeElement),
  ).toBe(true);
  await page.keyboard.type('Ridge');
  await page.keyboard.press('Enter');
  // What is added is fetched at once, and shown in numbers.
  await page.getByRole('region', { name: 'Overview' }).getByRole('button', { name: '2 findings' }).click();
  await page.getByText('Finding 1').waitFor();
  expect([found, await callFrom(page, 'engagement.list', {})]).toMatchObject([
    [],
    [{ project: 'ridge-api', name: 'Ridge', findings: 2 }],
  ]);
});

it('renames an engagement under which nothing is, and takes a name away', async () => {
  await callFrom(page, 'engagement.add', { project: 'ridge-apu' });
  await pickInMenu('ridge-apu', 'menuitemcheckbox');
  await page.getByRole('main').getByRole('button', { name: 'Rename…' }).click();
  await dialog().getByLabel('Name').fill('Ridge API 2026');
  const found = await barriers(page);
  await dialog().getByLabel('Client').fill('Ridge Ltd');
  await page.keyboard.press('Enter');
  await eventually(() => menu().innerText()).toMatch(/Ridge API 2026\s+Sample\s+Ridge Ltd/);
  await pickInMenu('Rename this engagement');
  await dialog().getByLabel('Name').fill(' ');
  await dialog().getByRole('button', { name: 'Rename engagement' }).click();
  await eventually(() => menu().innerText()).toMatch(/ridge-apu\s+Sample\s+Ridge Ltd/);
  expect([found, await callFrom(page, 'engagement.list', {})]).toMatchObject([
    [],
    [{ project: 'ridge-api' }, { project: 'ridge-apu', name: null, client: 'Ridge Ltd' }],
  ]);
});

const checklist = () => page.getByRole('region', { name: 'Getting started' });
const step = (name: string) => checklist().getByRole('button', { name });

it('lists the first steps, ticks those that the store shows as done, and leads to the others', async () => {
  await checklist().getByRole('button', { name: '3 of 5' }).click();
  await eventually(() => checklist().getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringContaining('Done:'),
    expect.stringContaining('Done:'),
    expect.stringContaining('Done:'),
    'Open one of them',
    'Make your first report',
  ]);
  const found = await barriers(page);
  await pickInMenu('Ridge (2)', 'menuitemcheckbox');
  await step('Open one of them').click();
  await page.getByRole('row').filter({ hasText: 'Finding 1' }).dblclick();
  await checklist().getByRole('button', { name: '4 of 5' }).waitFor();
  await step('Make your first report').click();
  await page.getByRole('region', { name: 'Report' }).first().waitFor();
  expect(found).toEqual([]);
});

it('is gone once all steps are done, or once it is closed for good', async () => {
  await checklist().getByRole('button', { name: 'Close for good' }).click();
  await checklist().waitFor({ state: 'detached' });
  await eventually(async () => (await callFrom(page, 'setting.read', {})).checklist).toEqual({
    closed: true,
  });
  await page.reload();
  await menu().waitFor();
  const afterClosing = await checklist().count();
  await callFrom(page, 'setting.write', { name: 'checklist', value: { closed: false } });
  await page.reload();
  await checklist().waitFor();
  await callFrom(page, 'report.keep', { project: 'ridge-api', format: 'csv', force: true });
  await checklist().waitFor({ state: 'detached' });
  expect(afterClosing).toBe(0);
});

it('says in side bar and status bar that the sample service is one', async () => {
  await eventually(() => menu().innerText()).toContain('Sample');
  await page.getByLabel('Status bar').getByText('Sample service').waitFor();
});

it('corrects a mistyped ID with what was written under it, and says why one stays', async () => {
  await pickInMenu('ridge-apu', 'menuitemcheckbox');
  await page.getByRole('button', { name: 'Findings', exact: true }).click();
  const created = await callFrom(page, 'finding.create', {
    project: 'ridge-apu',
    records: [{ title: 'Typed on the train', asset: ['a.test'], severity: 'low' }],
  });
  await page.getByRole('row').filter({ hasText: 'Typed on the train' }).waitFor();
  await pickInMenu('Correct ID…');
  const id = dialog().getByLabel('ID', { exact: true });
  await id.fill('ridge-api');
  await page.keyboard.press('Enter');
  await dialog().getByText('This vault has an engagement ridge-api already.').waitFor();
  const found = await barriers(page);
  await id.fill('harbour-web');
  await page.keyboard.press('Enter');
  await dialog().waitFor({ state: 'detached' });
  await eventually(() => menu().innerText()).toMatch(/harbour-web\s+Sample\s+Ridge Ltd/);
  // Its findings are fetched at once, beside what was made here.
  await page.getByRole('row').filter({ hasText: 'Finding 3' }).waitFor();
  await page.getByRole('row').filter({ hasText: 'Typed on the train' }).waitFor();
  await pickInMenu('Correct ID…');
  await id.fill('harbour-wbe');
  await page.keyboard.press('Enter');
  await dialog().getByText('The service has findings under harbour-web, so its ID stays.').waitFor();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await dialog().getByRole('button', { name: 'Discard' }).click();
  await dialog().waitFor({ state: 'detached' });
  expect([
    found,
    created.length,
    await page.getByText('was destroyed').count(),
    (await callFrom(page, 'engagement.list', {})).map(({ project }) => project),
  ]).toEqual([[], 1, 0, ['ridge-api', 'harbour-web']]);
});
