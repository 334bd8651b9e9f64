import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { startSampleService, type SampleService } from '#sample/http/server.ts';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom, connectVault } from '../support/calls.ts';
import { listByKeys } from '../support/list.ts';

/* Several candidates are accepted or rejected together, by keyboard, each looked at before. */

const project = 'harbour-2026';
const candidate = (id: string, title: string) =>
  ({
    id,
    candidate: 'public',
    body: {
      title,
      asset: ['app.harbour.test'],
      severity: 'medium',
      status: 'draft',
      description: `What is known of ${id}.`,
    },
  }) as const;

let browser: Browser;
let service: SampleService;
let opened: Opened;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  service = await startSampleService({
    engagement: false,
    seeds: [
      {
        project,
        findings: [
          candidate('c1', 'Candidate A'),
          candidate('c2', 'Candidate B'),
          candidate('c3', 'Candidate C'),
          {
            id: 'f1',
            body: { title: 'A finding', asset: ['app.harbour.test'], severity: 'low', status: 'open' },
          },
        ],
      },
    ],
  });
  opened = await openWindow(browser);
  page = opened.page;
  await connectVault(page, service, project);
  await callFrom(page, 'sync.run', { projects: [project] });
  await page.reload();
  await page.getByRole('row').nth(1).waitFor();
});

afterAll(async () => {
  await opened.close();
  await service.close();
  await browser.close();
});

afterEach(() => {
  expect(opened.complaints).toEqual([]);
});

const press = (keys: string): Promise<void> => page.keyboard.press(keys);
const dialog = () => page.getByRole('dialog');
const option = (name: RegExp) => dialog().getByRole('option', { name });

async function waiting(): Promise<string[]> {
  const operations = await callFrom(page, 'queue.list', {});
  return operations.map(({ kind, findings, state }) => `${kind} ${findings.join()} ${state}`);
}

async function byPalette(title: string): Promise<void> {
  await press('Control+k');
  await dialog().getByRole('combobox').fill(title);
  await page
    .getByRole('option', { name: new RegExp(`^${title}`) })
    .first()
    .waitFor();
  await press('Enter');
}

test('what is selected is looked at, taken out, rejected with one press and undone with another', async () => {
  await listByKeys(page, '', 4);
  await press('Control+a');
  await byPalette('Reject candidates');
  await dialog().getByText('3 of 3 selected').waitFor();
  await dialog().getByText('What is known of c1.').waitFor();
  await dialog().getByText('1 left out: Not a candidate.').waitFor();
  expect(await barriers(page)).toEqual([]);
  await press('ArrowDown');
  await dialog().getByText('What is known of c2.').waitFor();
  await press('Space');
  await dialog().getByText('2 of 3 selected').waitFor();
  expect(await option(/Candidate B/).getAttribute('aria-checked')).toBe('false');
  await dialog().getByRole('button', { name: 'Reject 2 candidates' }).waitFor();
  await press('Control+Enter');
  await page.getByText('Candidates rejected: 2 findings with pending changes.').waitFor();
  expect(await waiting()).toEqual(['review c1 queued', 'review c3 queued']);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await eventually(waiting).toEqual([]);
});

test('what changes while it is open is taken out, and decided on once it was selected again', async () => {
  await press('g');
  await press('r');
  await page.getByText('3 of 3 to decide', { exact: true }).waitFor();
  await press('Shift+a');
  await dialog().getByText('3 of 3 selected').waitFor();
  service.edit('c1', { description: 'Nothing is as it was.' });
  await callFrom(page, 'sync.run', { push: false });
  await dialog().getByText('2 of 3 selected').waitFor();
  await dialog().getByText('Nothing is as it was.').waitFor();
  await dialog().getByText('It changed while this was open.').waitFor();
  await press('Space');
  await dialog().getByRole('button', { name: 'Accept 3 candidates' }).waitFor();
  await dialog().getByRole('textbox', { name: 'Comment on each' }).fill('Seen by hand.');
  await press('Control+Enter');
  await page.getByText('Candidates accepted: 3 findings with pending changes.').waitFor();
  await callFrom(page, 'sync.run', {});
  const sent = service.ledger.filter(({ path }) => path.endsWith('/review'));
  expect(sent.map(({ body }) => body)).toMatchObject(
    Array.from({ length: 3 }, () => ({ decision: 'accept', comment: 'Seen by hand.' })),
  );
});

test('without a candidate there is nothing to decide, and it says so', async () => {
  await press('g');
  await press('f');
  await listByKeys(page, 'id:f1', 1);
  await press('Control+a');
  await byPalette('Accept candidates');
  await dialog().getByText('No candidate to decide on').waitFor();
  expect(await dialog().getByRole('button', { name: 'Accept candidates' }).isDisabled()).toBe(true);
  expect(await barriers(page)).toEqual([]);
  await press('Escape');
  await dialog().waitFor({ state: 'detached' });
});
