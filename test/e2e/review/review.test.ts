import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { startSampleService, type SampleService } from '#sample/http/server.ts';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom, connectVault } from '../support/calls.ts';
import { noSyncRuns, syncByKey } from '../support/send.ts';

/* Deciding on candidates by keyboard alone, before a service that others write to as well. */

const project = 'harbour-2026';
const description = [
  'The session token stays valid.',
  ...Array.from({ length: 12 }, (_, at) => `Step ${String(at + 1)} shows nothing new.`),
  'An attacker who has it goes on.',
].join('\n\n');

const candidate = (id: string, title: string, over: Record<string, unknown> = {}) =>
  ({
    id,
    candidate: 'public',
    body: { title, asset: ['app.harbour.test'], severity: 'medium', status: 'draft', description, ...over },
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
          candidate('c1', 'Candidate one', { severity: 'critical', observation: 'Seen of the first.' }),
          candidate('c2', 'Candidate two', { severity: 'high', observation: 'Seen of the second.' }),
          { ...candidate('c3', 'Candidate three'), candidate: 'private' },
          candidate('c4', 'Session outlives the logout', { severity: 'low' }),
          candidate('c5', 'Candidate five', { severity: 'info' }),
          {
            id: 'f1',
            body: {
              title: 'Session outlives logout',
              asset: ['app.harbour.test'],
              severity: 'low',
              status: 'open',
            },
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

const shown = async (title: string): Promise<void> =>
  page.getByRole('article').getByRole('heading', { level: 2, name: title, exact: true }).waitFor();
/** Which of the texts below the first one are shown, in view or not. */
const texts = (): Promise<string[]> =>
  page
    .getByRole('article')
    .getByText(/^Seen of /)
    .and(page.locator(':visible'))
    .allInnerTexts();
const press = (keys: string): Promise<void> => page.keyboard.press(keys);
const progress = (text: string): Promise<void> => page.getByText(text, { exact: true }).waitFor();

/** Kind and findings of what waits, in the order of the outbox. */
async function waiting(): Promise<string[]> {
  const open = await callFrom(page, 'queue.list', {});
  return open.map(({ kind, findings, state }) => `${kind} ${findings.join()} ${state}`);
}

test('candidates are accepted, rejected, edited, skipped and undone without a mouse', async () => {
  await press('g');
  await press('r');
  await shown('Candidate one');
  await progress('5 of 5 to decide');
  await eventually(texts).toEqual(['Seen of the first.']);
  await page.keyboard.down('a');
  await shown('Candidate two');
  // Held a moment too long it decides on no other one.
  for (let times = 0; times < 3; times += 1) await page.keyboard.down('a');
  await page.keyboard.up('a');
  await shown('Candidate two');
  await eventually(texts).toEqual(['Seen of the second.']);
  await press('c');
  await page.keyboard.type('A duplicate, and more: ask Jo.');
  await press('Control+Shift+Enter');
  await shown('Candidate three');
  await page.getByRole('article').getByText('Private draft').waitFor();

  await press('e');
  const title = page.getByRole('textbox', { name: 'Title' });
  await eventually(() => title.evaluate((field) => field === document.activeElement)).toBe(true);
  await title.press('End');
  await page.keyboard.type(', reworded');
  await press('Escape');
  await shown('Candidate three, reworded');
  await press('a');
  await shown('Session outlives the logout');
  await page.getByText('similar title, same asset').waitFor();
  const wrong = await barriers(page);

  await press('s');
  await shown('Candidate five');
  await press('r');
  // What was skipped comes once nothing else is left.
  await shown('Session outlives the logout');
  await press('Control+z');
  await shown('Candidate five');
  await press('z');
  await shown('Candidate three, reworded');
  // The store has heard of it, so that below it has heard of what was made again as well.
  await eventually(waiting).toEqual(['review c1 queued', 'review c2 queued', 'update c3 queued']);
  await press('Control+y');
  await press('Control+y');
  await shown('Session outlives the logout');
  await press('ArrowLeft');
  await shown('Candidate three, reworded');
  await press('s');
  await shown('Session outlives the logout');
  await eventually(waiting).toEqual([
    'review c1 queued',
    'review c2 queued',
    'update c3 queued',
    'review c3 blocked',
    'review c5 queued',
  ]);
  expect(wrong).toEqual([]);
});

test('what was decided is sent; what changed before or after a decision is shown on both sides', async () => {
  service.edit('c1', {
    description: description.replace('goes on', 'goes on for a week'),
    severity: 'high',
  });
  await syncByKey(page);
  await progress('2 of 5 to decide');
  await shown('Session outlives the logout');
  // The list comes before the end of the sync: what is written next is for the one after it.
  await noSyncRuns(page);
  // While it is read another user writes to it: nobody decides on what they have not seen.
  service.edit('c4', { remediation: 'End the session on the server.' });
  await callFrom(page, 'sync.run', {});
  await page.getByRole('region', { name: 'Changed while you read' }).waitFor();
  await press('a');
  const unseen = await waiting();
  await press('v');
  await press('a');
  await shown('Candidate one');
  const returned = page.getByRole('region', { name: 'Your decision came back' });
  await returned.waitFor();
  const sides = await returned
    .getByRole('group')
    .evaluateAll((groups) =>
      groups.map((group) => [group.ariaLabel, group.textContent.replace(/\s+/g, ' ')]),
    );
  const wrong = await barriers(page);
  await page.getByRole('button', { name: 'Accept anyway' }).focus();
  await press('Enter');
  await page.getByRole('heading', { name: 'All decided' }).waitFor();
  await page.getByText('2 decisions are pending and go out with the next sync.').waitFor();
  // They show at once, and the store has them later: only then the review lists both.
  const queued = expect.stringMatching(/^review \w+ queued$/);
  await eventually(waiting).toEqual([queued, queued]);
  await syncByKey(page);
  await page.getByRole('heading', { name: 'No candidates' }).waitFor();
  const decided = service.findings(project).map(({ id, title, status, review }) => ({
    id,
    title,
    status,
    comment: (review as { comment?: string } | undefined)?.comment,
  }));
  expect([unseen, wrong, sides, decided, await waiting()]).toEqual([
    ['review c1 conflict'],
    [],
    [
      ['Severity, what you decided on', 'removed:Critical'],
      ['Severity, current version', 'added:High'],
      ['Description, what you decided on', 'Step 12 shows nothing new. An attacker who has it goes on.'],
      [
        'Description, current version',
        'Step 12 shows nothing new. An attacker who has it goes onadded: for a week.',
      ],
    ],
    [
      { id: 'c1', title: 'Candidate one', status: 'open', comment: undefined },
      { id: 'c2', title: 'Candidate two', status: 'rejected', comment: 'A duplicate, and more: ask Jo.' },
      { id: 'c3', title: 'Candidate three, reworded', status: 'open', comment: undefined },
      { id: 'c4', title: 'Session outlives the logout', status: 'open', comment: undefined },
      { id: 'c5', title: 'Candidate five', status: 'rejected', comment: undefined },
      { id: 'f1', title: 'Session outlives logout', status: 'open', comment: undefined },
    ],
    [],
  ]);
});

test('nothing on the way was complained about', () => {
  expect(opened.complaints).toEqual([]);
});
