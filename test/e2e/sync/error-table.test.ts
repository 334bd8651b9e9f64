import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Fault, FaultRequest } from '#sample/http/faults.ts';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser } from '../support/browser.ts';
import { callFrom } from '../support/calls.ts';
import { beginDay, openFinding, project, type Day } from '../support/day.ts';
import { listByKeys } from '../support/list.ts';
import { syncByKey } from '../support/send.ts';

/*
 * What a user reads of each row of the error table in docs/develop/operations.md, going through the outbox by keyboard. First
 * no network and a kill, then a refused token, then one sync with a different response to every write, then a pause.
 */

/** What comes back on the write of one finding's edit, and what a person reads of it then. */
interface Row {
  /** The title of the finding. */
  readonly came: string;
  /** What becomes of the write; `undefined` is the service's own answer. */
  readonly fault: Fault | undefined;
  /** The badge in the list. */
  readonly badge: string;
  /** In the queue: what happens next, and what the card says of it. Null for what does not wait any more. */
  readonly told: { readonly next: string; readonly card: string } | null;
}

const refusal = (status: number): Fault => ({
  kind: 'status',
  status,
  handled: false,
  body: JSON.stringify({ error: `No, says ${String(status)}.` }),
});
const refused = (status: number, card: string): Row => ({
  came: `Refused with ${String(status)}`,
  fault: refusal(status),
  badge: 'Refused',
  told: { next: 'The service refused it', card: `${card} No, says ${String(status)}.` },
});
const unclear = (came: string, fault: Fault): Row => ({
  came,
  fault,
  badge: 'Not confirmed',
  told: {
    next: 'checks whether it arrived',
    card: 'Sent, but no clear answer came back. It may or may not have arrived.',
  },
});

const rows: readonly Row[] = [
  { came: 'Taken', fault: undefined, badge: 'Synced', told: null },
  {
    came: 'Taken, says a text',
    fault: { kind: 'body', body: 'ok', contentType: 'text/plain' },
    badge: 'Synced',
    told: null,
  },
  unclear('Denied in a success', { kind: 'success-false', handled: false }),
  unclear('A page of HTML', { kind: 'html', handled: false }),
  unclear('No answer in time', { kind: 'status', status: 408, handled: false }),
  unclear('A broken service', { kind: 'status', status: 500, handled: false }),
  unclear('A cut line', { kind: 'drop', handled: false }),
  refused(400, 'The service refuses a value in it.'),
  refused(403, `Your account may not change the finding “Refused with 403” in ${project}.`),
  refused(404, `The finding “Refused with 404” in ${project} is not there, or not visible to you.`),
  refused(422, 'The service refused it (422).'),
  {
    came: 'Contradicted twice',
    fault: { kind: 'status', status: 409, handled: false },
    badge: 'Conflict',
    told: {
      next: 'Changed here and on the service',
      card: 'You and someone else edited the same field. Choose a version to continue syncing.',
    },
  },
  {
    came: 'Gone before the write',
    fault: undefined,
    badge: 'Conflict',
    told: {
      next: 'The finding was deleted on the service',
      card: 'The finding was deleted, or is not visible to you. Create it again, or discard this.',
    },
  },
];
const offline = ['Edited on the train', 'Edited in the tunnel'];
/** Findings that nobody touches, so that one that goes is no mass disappearance. */
const others = Array.from({ length: 5 }, (_, at) => `Untouched ${String(at)}`);
const titles = [...rows.map(({ came }) => came), ...offline, ...others];
const idOf = (title: string): string => `f${String(titles.indexOf(title))}`;

let browser: Browser;
let day: Day;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  day = await beginDay(browser, titles, ['Accepted on the train', 'Decided by somebody else']);
  page = day.page;
});

afterAll(async () => {
  await day.end();
  await browser.close();
});

afterEach(() => {
  expect([day.service.internalErrors, day.complaints]).toEqual([[], []]);
});

const status = () => page.getByRole('contentinfo', { name: 'Status bar' });
const queue = () => page.getByRole('listbox', { name: 'Pending changes' });
const lines = () => queue().getByRole('option').allInnerTexts();
const card = async () => (await page.getByRole('article').innerText()).replaceAll(/\s+/g, ' ');

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** A decision shows at once, and the store has it later: only then the review lists it. */
const storedDecision = () =>
  eventually(async () => (await callFrom(page, 'queue.list', {})).map(({ kind }) => kind)).toContain(
    'review',
  );

/** Syncs as a person does, and waits for the end of it. @param says in a notice @param pending whether anything is to send */
async function sync(says: string | RegExp, pending = true): Promise<void> {
  await syncByKey(page, pending);
  await page.getByText(says).first().waitFor();
  await eventually(() => status().getByRole('button', { name: 'Sync', exact: true }).count()).toBe(1);
}

/** Whether a line of the queue says what came of it. */
function isTold(line: string): boolean {
  return line.trim() !== '' && !line.includes('Will be sent with the next sync');
}

async function goTo(screen: 'f' | 'q' | 'r'): Promise<void> {
  await press('g', screen);
}

/** Spoils the writes that carry this finding's id. */
function spoil(faultOf: (request: FaultRequest) => Fault | undefined): void {
  day.service.setFaults((request) => (request.method === 'GET' ? undefined : faultOf(request)));
}

const isAbout =
  (id: string) =>
  ({ path, body }: FaultRequest): boolean =>
    body.includes(`"${id}"`) || path.includes(`/${id}/`);

/** A text as a pattern. */
const quoted = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
/** Sentences in their order, with anything between them. */
const words = (text: string): string =>
  text
    .split(/(?<=\.) /)
    .map(quoted)
    .join('.*');

/** Title and badge of each row of the list that a row of the table speaks of. */
function badgesOf(listed: readonly string[]): Record<string, string | undefined> {
  const cells = listed.map((text) => text.split('\n').map((cell) => cell.trim()));
  return Object.fromEntries(
    rows.map(({ came }) => {
      const row = cells.find((texts) => texts.includes(came)) ?? [];
      return [came, row[row.indexOf(came) + 1]];
    }),
  );
}

it('without a network edits, a decision and a new finding outlive a kill, and arrive exactly once', async () => {
  await day.proxy.pull();
  for (const [at, title] of offline.entries()) {
    await openFinding(page, title);
    await page.locator('.editor').getByLabel('Severity', { exact: true }).selectOption('high');
    // The row moves to where its severity belongs; until then a click may meet another one.
    await eventually(() => page.getByRole('grid').getByText('Pending', { exact: true }).count()).toBe(at + 1);
  }
  await press('Escape', 'l', 'n');
  // The editor of the finding before may still be there.
  const made = page.getByRole('dialog');
  await made.getByLabel('Title', { exact: true }).fill('Found on the train');
  await made.getByRole('combobox', { name: 'Assets' }).fill('train.example.test');
  await press('Control+Enter');
  // The dialog has a field of that name too, and takes an Escape for itself.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await eventually(() => page.locator('.editor').getByLabel('Title', { exact: true }).inputValue()).toBe(
    'Found on the train',
  );
  await press('Escape');
  await goTo('r');
  await page.getByRole('heading', { level: 2, name: 'Accepted on the train' }).waitFor();
  await press('a');
  await page.getByRole('heading', { level: 2, name: 'Decided by somebody else' }).waitFor();
  await storedDecision();
  await sync(/Pending changes stay here for a later sync\./);
  const bar = await status().innerText();

  // The home is told a moment later which screen is shown.
  await eventually(async () => (await callFrom(page, 'setting.read', {})).place?.screen).toBe('review');
  await day.killAndRestart();
  page = day.page;
  await page.getByRole('heading', { name: 'Decided by somebody else' }).waitFor();
  await goTo('q');
  await eventually(lines).toEqual(
    [
      'Edit: Edited on the train',
      'Edit: Edited in the tunnel',
      'New finding: Found',
      'Candidate accepted: Accepted',
    ].map((what) => expect.stringMatching(new RegExp(`^${what}.*Will be sent with the next sync$`, 's'))),
  );
  const before = day.service.ledger.length;
  await day.proxy.plug();
  await sync(/^Synced: 4 findings sent/);
  await sync('Synced: nothing new.', false);
  await page.getByRole('heading', { name: 'All synced' }).waitFor();
  const written = day.service.ledger
    .map(({ method, path, outcome }) => `${method} ${path} ${outcome}`)
    .sort();
  const there = day.service.findings(project);
  const now = Object.fromEntries(
    [...offline, 'Found on the train', 'Accepted on the train'].map((title) => [
      title,
      there.filter((one) => one['title'] === title).map(({ severity, status: is }) => [severity, is]),
    ]),
  );
  expect([bar, before, written.length, now]).toEqual([
    expect.stringMatching(/Offline.*4 findings pending/s),
    0,
    4,
    {
      'Edited on the train': [['high', 'open']],
      'Edited in the tunnel': [['high', 'open']],
      'Found on the train': [['medium', expect.any(String)]],
      'Accepted on the train': [['medium', 'open']],
    },
  ]);
});

/** Shows in the list what a query finds. */
async function list(query: string, count: number): Promise<void> {
  await goTo('f');
  await listByKeys(page, query, count);
}

/** Sets the severity of all that a query finds. */
async function setSeverity(query: string, count: number, severity: string): Promise<void> {
  await list(query, count);
  await press('Control+a', 'v');
  // Its script may still be on its way.
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type(severity);
  await page
    .getByText(count === 1 ? 'The finding changes.' : `All ${String(count)} findings change.`)
    .waitFor();
  await press('Enter');
  await page
    .getByText(
      // One is named by its title.
      new RegExp(
        `Severity set to ${severity}: ${count === 1 ? '“.+”' : `${String(count)} findings`} with pending changes`,
        'iu',
      ),
    )
    .waitFor();
}

it('a token that is refused stops the sync, and everything goes on with another one', async () => {
  await setSeverity('severity:medium -is:candidate -title:Untouched -title:train', rows.length, 'critical');
  spoil(() => refusal(401));
  await syncByKey(page);
  const again = page.getByRole('dialog', { name: 'Enter the token again' });
  await again.getByText('Pending changes of 13 findings are safe here').waitFor();
  await press('Escape');
  await again.waitFor({ state: 'detached' });
  await goTo('q');
  await eventually(async () => {
    const shown = await lines();
    return shown.length > 0 && shown.every((line) => line.includes('Needs a new sign-in or token'));
  }).toBe(true);
  await eventually(card).toContain('No valid API token.');
  day.service.setFaults(undefined);
  await press('a');
  const dialog = page.getByRole('dialog', { name: 'Connection' });
  const wrong = await barriers(page);
  await dialog.getByLabel('API token').fill(day.service.issueToken('mara'));
  await press('Enter');
  await eventually(() => dialog.count()).toBe(0);
  await eventually(async () =>
    (await lines()).every((line) => line.includes('Will be sent with the next sync')),
  ).toBe(true);
  expect(wrong).toEqual([]);
});

it('each answer to a write is told in the list, in the queue and in the words of the service', async () => {
  await callFrom(page, 'finding.create', {
    project,
    records: [
      { title: 'Refused creation', asset: ['a.example.test'] },
      { title: 'Creation without an identifier', asset: ['b.example.test'] },
    ],
  });
  await goTo('r');
  await page.getByRole('heading', { level: 2, name: 'Decided by somebody else' }).waitFor();
  await press('a');
  await storedDecision();
  day.service.remove(idOf('Gone before the write'));
  spoil((request) => {
    if (request.body.includes('Refused creation')) return refusal(409);
    if (request.body.includes('Creation without')) return { kind: 'body', body: '{"ok":true}' };
    if (request.path.endsWith('/c1/review')) return refusal(409);
    return rows.find(({ came }) => isAbout(idOf(came))(request))?.fault;
  });
  await sync(/^Synced: /);

  await list('severity:critical', rows.length);
  await eventually(async () =>
    badgesOf(await page.getByRole('grid').getByRole('row').allInnerTexts()),
  ).toEqual(Object.fromEntries(rows.map(({ came, badge }) => [came, badge])));
  // The answer named no finding; the same sync has recognised it, so that it is there once and waits for nothing.
  await list('title:"Creation without an identifier"', 1);
  await eventually(() => page.getByRole('grid').getByRole('row').last().innerText()).toMatch(
    /^Creation without an identifier$.*^Synced$/msu,
  );
  await goTo('q');
  const waits = rows.flatMap(({ came, told }) => (told === null ? [] : [{ came: `Edit: ${came}`, ...told }]));
  const all = [
    ...waits,
    {
      came: 'New finding: Refused creation',
      next: 'The service refused it',
      card: 'The service says this contradicts its data. No, says 409.',
    },
    {
      came: 'Candidate accepted: Decided by somebody else',
      next: 'The finding changed after you decided',
      card: 'The finding has changed since you decided. Check it and decide again.',
    },
  ];
  // A line whose content is on its way has no text yet, and one from before the sync says what was to come then.
  await eventually(async () => {
    const shown = await lines();
    return [shown.length, shown.filter(isTold).length];
  }).toEqual([all.length, all.length]);
  const wrong = await barriers(page);
  const read = new Map<string, string>();
  await press('Home');
  for (const line of await lines()) {
    const came = all.find((one) => line.startsWith(one.came))?.came ?? line;
    await page.getByRole('article', { name: came.slice(came.indexOf(': ') + 2) }).waitFor();
    read.set(came, `${line} | ${await card()}`);
    await press('ArrowDown');
  }
  const made = day.service
    .findings(project)
    .filter(({ title }) => title === 'Creation without an identifier');
  expect([wrong, made.length]).toEqual([[], 1]);
  expect(all.map(({ came }) => read.get(came))).toEqual(
    all.map(({ came, next, card: says }) =>
      expect.stringMatching(new RegExp(`^${quoted(came)}.*${quoted(next)}.*\\|.*${words(says)}`, 'su')),
    ),
  );
});

it('a redirect names where it leads and stops the sync; a pause is told with its end', async () => {
  await setSeverity('title:Untouched', others.length, 'low');
  const redirected = isAbout(idOf(others[0] ?? ''));
  spoil((request) =>
    redirected(request)
      ? { kind: 'status', status: 302, handled: false, location: 'https://hotel.example.test/sign-in' }
      : undefined,
  );
  await sync(/hotel\.example\.test/);
  await goTo('q');
  await eventually(async () => (await lines()).find((line) => line.includes('Untouched 0'))).toContain(
    'checks whether it arrived',
  );

  await setSeverity('title:"Untouched 4"', 1, 'info');
  spoil(() => ({ kind: 'status', status: 429, handled: false, retryAfter: '600' }));
  await sync(/The service asks for fewer requests/);
  await goTo('q');
  await eventually(async () => (await lines()).find((line) => line.includes('Untouched 4'))).toMatch(
    /The service asked you to wait until \d\d:\d\d/,
  );
});
