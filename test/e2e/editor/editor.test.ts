import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Locator, Page } from 'playwright-core';
import type { JsonObject } from '#contract/json.ts';
import { startSampleService, type SampleService } from '#sample/http/server.ts';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom, connectVault } from '../support/calls.ts';
import { openFinding } from '../support/day.ts';
import { crashHost, mortalHost } from '../support/host-crash.ts';

/* One finding in the editor, before a service that others write to as well: a finding of its own for each test. */

const project = 'harbour-2026';
const record = {
  asset: ['app.harbour.test'],
  severity: 'medium',
  status: 'open',
  description: 'First line.\nSecond line.\nThird line.',
  CVSS: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  references: ['https://owasp.test/session'],
  tracker: { kept: 'as it is' },
};
const titleOf = (id: string): string => `Session outlives logout: ${id}`;
const longTexts = ['description', 'remediation', 'observation', 'demonstration'] as const;
/** Texts of which only the first has room in the window, each line with the finding that it is of. */
const long = (id: string): JsonObject =>
  Object.fromEntries(longTexts.map((field) => [field, `The ${field} of ${id}.\n\n`.repeat(30)]));
/** Their ids, and what they have instead of or beside the record. */
const findings = {
  opened: {},
  killed: {},
  crashed: {},
  synced: {},
  closed: {},
  next: {},
  incomplete: {},
  assets: {},
  pasted: {},
  vectors: {},
  catalogues: {},
  cleared: {
    cwe: 'https://cwe.mitre.org/data/definitions/89.html',
    owasp: 'https://owasp.org/Top10/A03_2021-Injection/',
  },
  undone: {},
  exchanged: { requests: [{ request: 'GET /a HTTP/1.1', response: 'HTTP/1.1 200 OK', note: 'kept' }] },
  carried: {
    requests: ['a', 'b', 'c'].map((name) => ({ request: `GET /${name}`, response: `200 ${name}` })),
  },
  others: { severity: 'medium', status: 'open', observation: { steps: [1, 2] } },
  shapes: { observation: { steps: [1, 2] }, CVSS: { score: 7.5 } },
  walked1: long('walked1'),
  walked2: long('walked2'),
  walked3: long('walked3'),
  whole1: {},
  whole2: {},
  accessible: { requests: [{ request: 'GET / HTTP/1.1', response: 'HTTP/1.1 200 OK' }] },
};
type Id = keyof typeof findings;

let browser: Browser;
let service: SampleService;
let opened: Opened;
let page: Page;
let folder = '';

beforeAll(async () => {
  browser = await launchBrowser();
  service = await startSampleService({
    engagement: false,
    seeds: [
      {
        project,
        findings: Object.entries(findings).map(([id, over]) => ({
          id,
          body: { ...record, title: titleOf(id), ...over },
        })),
      },
    ],
  });
  folder = mkdtempSync(join(tmpdir(), 'dossier-editor-'));
  await openDesk();
  await connectVault(page, service, project);
  await callFrom(page, 'sync.run', { projects: [project] });
  await page.reload();
});

afterAll(async () => {
  await opened.close();
  await service.close();
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the program on the home of this file. */
async function openDesk(): Promise<void> {
  const home = join(folder, 'home');
  opened = await openWindow(browser, { home, env: mortalHost, width: 1500, height: 950 });
  ({ page } = opened);
}

/** Opens a finding in an editor that is built anew. */
async function editing(id: Id): Promise<void> {
  const back = page.getByRole('button', { name: /^Close \(Esc\)/ });
  await back.or(page.getByRole('row').nth(1)).first().waitFor();
  // After a start the list may stand there a moment before the finding of last time does; one that is being saved as it
  // closes goes by itself.
  await eventually(async () => {
    await back.evaluateAll((all) => all.forEach((one) => one instanceof HTMLElement && one.click()));
    return title().count();
  }).toBe(0);
  await openFinding(page, titleOf(id));
}

const effective = async (id: Id): Promise<JsonObject> =>
  (await callFrom(page, 'finding.get', { id })).effective;
const title = (): Locator => page.getByRole('textbox', { name: 'Title' });
const description = (): Locator => page.getByRole('textbox', { name: 'Description, Markdown' });
const saved = (): Promise<void> => page.getByText('Saved locally').waitFor();

test('what is typed is there after the program was killed, and its undo too', async () => {
  await editing('killed');
  await description().click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' And more.');
  await saved();
  const { serving, context } = opened;
  serving.running.child.kill('SIGKILL');
  await serving.running.ended;
  await context.close();
  await openDesk();
  await editing('killed');
  await description().waitFor();
  const before = await description().innerText();
  await page.getByRole('button', { name: /^Undo the change of description/ }).click();
  await page.getByText('Third line. And more.').first().waitFor({ state: 'detached' });
  expect([before.endsWith('Third line. And more.'), (await effective('killed'))['description']]).toEqual([
    true,
    record.description,
  ]);
});

test('what is typed while the host crashes is saved and sent once, without a passphrase', async () => {
  await editing('crashed');
  // The save is on its way for as long as the test wants.
  let release = (): void => undefined;
  const held = new Promise<void>((go) => (release = go));
  await page.route('**/call/finding.edit', async (route) => {
    await held;
    await route.continue();
  });
  await title().fill('Typed before the crash');
  await crashHost(opened.serving);
  release();
  await saved();
  await page.unrouteAll({ behavior: 'wait' });
  const writes = service.ledger.length;
  await callFrom(page, 'sync.run', { projects: [project] });
  const sent = [service.ledger.length - writes, service.finding('crashed')?.['title']];
  await page.getByRole('button', { name: /^Undo the change of title/ }).click();
  await eventually(() => title().inputValue()).toBe(titleOf('crashed'));
  expect(sent).toEqual([1, 'Typed before the crash']);
  expect(opened.complaints).toEqual([]);
});

test('a sync under an open editor never overwrites what is being typed, and what is typed never what it brought', async () => {
  await editing('synced');
  // The save is on its way for as long as the test wants.
  let release = (): void => undefined;
  const held = new Promise<void>((go) => (release = go));
  await page.route('**/call/finding.edit', async (route) => {
    await held;
    await route.continue();
  });
  await title().fill('Mine');
  service.edit('synced', { title: 'Theirs', severity: 'critical' });
  await title().press('End');
  await callFrom(page, 'sync.run', { projects: [project] });
  const during = await title().inputValue();
  release();
  await saved();
  await page.unrouteAll({ behavior: 'wait' });
  await page.waitForFunction(() =>
    [...document.querySelectorAll('select')].some((one) => one.value === 'critical'),
  );
  const severity = await page.getByRole('combobox', { name: 'Severity' }).inputValue();
  await callFrom(page, 'sync.run', { projects: [project] });
  await page.getByText('You and someone else edited title.').waitFor();
  expect([during, await title().inputValue(), severity, service.finding('synced')?.['title']]).toEqual([
    'Mine',
    'Mine',
    'critical',
    'Theirs',
  ]);
});

test('the list keeps its room, and the keys wait, until there is a finding to show', async () => {
  const back = page.getByRole('button', { name: /^Close \(Esc\)/ });
  if ((await back.count()) > 0) await back.click();
  const list = page.getByRole('grid');
  const widthOf = async (): Promise<number> => (await list.boundingBox())?.width ?? 0;
  const row = list.getByRole('row').filter({ hasText: titleOf('opened') });
  await row.waitFor();
  const before = await widthOf();
  const answered = Promise.withResolvers<undefined>();
  await page.route('**/call/finding.open', async (route) => {
    // The finding of the test before may be read once more.
    if (route.request().postData()?.includes('"opened"') === true) await answered.promise;
    await route.continue();
  });
  await row.click();
  await page.getByText('Opening…').waitFor({ state: 'attached' });
  await page.keyboard.press('e');
  const meanwhile = [await widthOf(), await title().count()];
  answered.resolve(undefined);
  await eventually(() =>
    title()
      .evaluate((field) => field === document.activeElement)
      .catch(() => false),
  ).toBe(true);
  // The list makes room a frame after the keys are on the title.
  await eventually(async () => (await widthOf()) < before - 100).toBe(true);
  await page.unrouteAll({ behavior: 'wait' });
  expect(meanwhile).toEqual([before, 0]);
});

test('a finding that is opened while the one before is saved as it closes stays open', async () => {
  await editing('closed');
  const held = Promise.withResolvers<undefined>();
  await page.route('**/call/finding.edit', (route) => held.promise.then(() => route.continue()), {
    times: 1,
  });
  await title().fill('Closed while it was saved');
  await page.getByRole('button', { name: /^Close \(Esc\)/ }).click();
  await page
    .getByRole('row')
    .filter({ hasText: titleOf('next') })
    .click();
  await eventually(() => title().inputValue()).toBe(titleOf('next'));
  held.resolve(undefined);
  const stored = async () => (await callFrom(page, 'finding.open', { id: 'closed' })).effective['title'];
  await eventually(stored).toBe('Closed while it was saved');
  await page.getByRole('row').filter({ hasText: 'Closed while it was saved' }).waitFor();
  expect([await title().inputValue(), opened.complaints]).toEqual([titleOf('next'), []]);
});

/** Watches each frame of the page until it is asked what it saw. */
async function watchFrames(): Promise<() => Promise<{ mixed: string[]; blank: string[]; late: string[] }>> {
  const watching = await page.evaluateHandle(
    ([fields]) => {
      const [mixed, blank, late] = [new Set<string>(), new Set<string>(), new Set<string>()];
      const followed = new Set<string>();
      let watched = true;
      const idShown = (): string =>
        /: (\w+)$/.exec(document.querySelector<HTMLTextAreaElement>('.editor textarea')?.value ?? '')?.[1] ??
        '';
      const followOf = (place: Element | null): Element | null =>
        place?.querySelector('.code[aria-busy][inert]') ?? null;
      /** Behind what waited for a frame before: timers of no time come in their order, however late they are. */
      const afterFrame = (run: () => void): void => {
        requestAnimationFrame(() => setTimeout(() => setTimeout(run)));
      };
      const look = (): void => {
        if (!watched) return;
        const editor = document.querySelector('.editor');
        const shown = idShown();
        const bottom = editor?.getBoundingClientRect().bottom ?? 0;
        for (const field of fields) {
          const place = editor?.querySelector(`[data-place="${field}"]`) ?? null;
          const source = place?.querySelector('.host')?.shadowRoot?.textContent ?? '';
          const waits = place?.closest('[aria-busy]') ?? null;
          // The text before stays for a frame, and takes neither keys nor clicks.
          const follows = followOf(place);
          const what = `${field} under ${shown}`;
          if (follows !== null && !followed.has(what)) {
            followed.add(what);
            afterFrame(() => {
              if (idShown() === shown && followOf(place) !== null) late.add(what);
            });
          }
          if (waits === null && follows === null && !source.includes(`of ${shown}.`)) mixed.add(what);
          if (waits !== null && waits.getBoundingClientRect().top < bottom) blank.add(what);
        }
        requestAnimationFrame(look);
      };
      look();
      return () => {
        watched = false;
        return { mixed: [...mixed], blank: [...blank], late: [...late] };
      };
    },
    [longTexts] as const,
  );
  return () => watching.evaluate((end) => end());
}

/** Until all of the finding in the editor is its own. */
async function whole(id: Id): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      document.querySelector<HTMLTextAreaElement>('.editor textarea')?.value === wanted &&
      document.querySelector('.editor [aria-busy], .editor .code > pre') === null,
    titleOf(id),
  );
}

test('the next finding is there with its title as far as it is seen, and in no frame the texts of one under the other', async () => {
  await editing('walked1');
  await whole('walked1');
  const seen = await watchFrames();
  for (const id of ['walked2', 'walked3'] as const) {
    await page.keyboard.press('Alt+ArrowDown');
    await whole(id);
  }
  expect(await seen()).toEqual({ mixed: [], blank: [], late: [] });
});

test('the keys stay in the text where they were when the next finding comes, also where nobody sees it', async () => {
  await editing('walked1');
  await whole('walked1');
  const demonstration = page.getByRole('textbox', { name: 'Demonstration, Markdown' });
  await demonstration.click();
  await page.locator('.editor .page').evaluate((element) => element.scrollTo(0, 0));
  await eventually(async () => (await demonstration.boundingBox())?.y ?? 0).toBeGreaterThan(950);
  await page.keyboard.press('Alt+ArrowDown');
  await whole('walked2');
  await page.keyboard.type('Typed: ');
  await saved();
  expect([
    (await effective('walked1'))['demonstration'],
    (await effective('walked2'))['demonstration'],
  ]).toEqual([
    long('walked1')['demonstration'],
    expect.stringMatching(/^Typed: The demonstration of walked2/),
  ]);
});

test.for([
  ['an asset', 'Assets', 'asset', '10.0.0.', ['app.harbour.test', '10.0.0.']],
  ['a weakness', 'CWE', 'cwe', 'CWE-79', 'https://cwe.mitre.org/data/definitions/79.html'],
] as const)(
  '%s that is half typed when the next finding comes belongs to the finding it was typed into',
  async ([, label, field, typed, expected]) => {
    await editing('whole1');
    await whole('whole1');
    const before = (await effective('whole2'))[field];
    await page
      .locator('input')
      .and(page.getByLabel(label, { exact: true }))
      .click();
    await page.keyboard.type(typed);
    await page.keyboard.press('Alt+ArrowDown');
    await whole('whole2');
    await page.keyboard.press('Tab');
    await eventually(async () => [
      (await effective('whole1'))[field],
      (await effective('whole2'))[field],
    ]).toEqual([expected, before]);
  },
);

test('an asset that is written anew stays until another one takes its place', async () => {
  await editing('whole1');
  await whole('whole1');
  const assets = async (): Promise<unknown> => (await effective('whole1'))['asset'];
  const field = page.locator('input').and(page.getByLabel('Assets', { exact: true }));
  const chip = page.getByRole('group', { name: 'Assets' }).locator('[data-chip]').first();
  const before = (await assets()) as string[];
  await field.focus();
  await chip.dblclick();
  expect(await field.inputValue()).toBe(before[0]);
  const meanwhile = await assets();
  await field.press('Escape');
  await chip.dblclick();
  await field.press('Enter');
  const after = await assets();
  await chip.dblclick();
  await field.fill('anew.test');
  await field.press('Enter');
  await eventually(assets).toEqual(['anew.test', ...before.slice(1)]);
  expect([meanwhile, after]).toEqual([before, before]);
});

test('the history is in view when it is opened from far down a finding', async () => {
  await editing('whole1');
  await whole('whole1');
  await page.getByRole('heading', { name: 'Evidence' }).scrollIntoViewIfNeeded();
  const heading = page.getByRole('heading', { name: 'History' });
  const button = page.getByRole('button', { name: 'History' });
  await button.click();
  await eventually(() => heading.evaluate((it) => it.getBoundingClientRect().top)).toBeGreaterThan(0);
  await button.click();
  await heading.waitFor({ state: 'detached' });
});

test('the history of a finding does not stand under the next one, whose own is still on its way', async () => {
  await editing('whole1');
  await page.getByRole('button', { name: 'History' }).click();
  const entries = page.getByRole('region', { name: 'History' }).getByRole('listitem');
  await entries.first().waitFor();
  const held = Promise.withResolvers<void>();
  await page.route('**/call/finding.history', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.keyboard.press('Alt+ArrowDown');
  await whole('whole2');
  await eventually(() => entries.count()).toBe(0);
  held.resolve();
  await entries.first().waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'History' }).click();
});

test('a user who goes through findings quickly waits for none of those passed', async () => {
  await editing('walked1');
  await whole('walked1');
  const frames = await page.evaluate(async () => {
    const editor = document.querySelector('.editor');
    const shown = (): string | undefined => editor?.querySelector('textarea')?.value;
    for (let step = 0; step < 40; step += 1) {
      const [before, key] = [shown(), step % 4 < 2 ? 'ArrowDown' : 'ArrowUp'];
      editor?.dispatchEvent(new KeyboardEvent('keydown', { key, altKey: true, bubbles: true }));
      while (shown() === before) await new Promise((go) => setTimeout(go, 1));
    }
    let painted = 0;
    for (; editor?.querySelector('[aria-busy]') !== null && painted < 200; painted += 1)
      await new Promise((go) => requestAnimationFrame(go));
    return painted;
  });
  expect(frames).toBeLessThan(20);
  await whole('walked1');
});

test('a field that breaks a rule says so, is kept, and is asked about before it is lost', async () => {
  await editing('incomplete');
  await title().fill('');
  await page.getByText('Title: must be a text that is not empty.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Unsaved changes' }).waitFor();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await title().fill('Right again');
  await saved();
  await page.keyboard.press('Escape');
  await title().waitFor({ state: 'detached' });
  expect((await effective('incomplete'))['title']).toBe('Right again');
});

test('many assets are pasted at once, in their order and without duplicates', async () => {
  await editing('assets');
  const assets = page.getByRole('combobox', { name: 'Assets' });
  await assets.focus();
  await assets.evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'b.test, a.test\nb.test app.harbour.test\n10.0.0.1');
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await page.keyboard.press('Control+s');
  await saved();
  expect((await effective('assets'))['asset']).toEqual(['app.harbour.test', 'b.test', 'a.test', '10.0.0.1']);
});

test('several that are pasted replace what is selected in the field, and nothing else that stands in it', async () => {
  await editing('pasted');
  const paste = (text: string) =>
    page.evaluate((given) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', given);
      const options = { clipboardData, bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', options));
    }, text);
  await page.getByRole('combobox', { name: 'Assets' }).fill('mistyped.test');
  await page.keyboard.press('Control+a');
  await paste('a.test b.test');
  await page.getByRole('textbox', { name: 'Reference 1' }).focus();
  await page.keyboard.press('End');
  await paste('https://one.test/a,b; https://two.test/');
  await page.keyboard.press('Control+s');
  await saved();
  expect(await effective('pasted')).toMatchObject({
    asset: ['app.harbour.test', 'a.test', 'b.test'],
    references: ['https://owasp.test/session', 'https://one.test/a,b', 'https://two.test/'],
  });
  // Anyone who types on does so behind what was pasted, not within another address.
  await page.keyboard.type('more');
  expect(await page.getByRole('textbox', { name: 'Reference 3' }).inputValue()).toBe('https://two.test/more');
});

test('the calculator works on the text of the field and changes nothing else in it, for either version', async () => {
  await editing('vectors');
  await page.getByLabel('CVSS', { exact: true }).focus();
  await page.getByRole('button', { name: 'Calculator' }).click();
  const three = page.getByRole('region', { name: 'CVSS 3.1' });
  const four = page.getByRole('region', { name: 'CVSS 4.0' });
  const complexity = three.getByRole('group', { name: 'Attack complexity', exact: true });
  await complexity.getByText('High', { exact: true }).hover();
  await three.getByText(/^Attack complexity, High: Depends on conditions/).waitFor();
  await complexity.getByText('High', { exact: true }).click();
  const found = await barriers(page);
  await page.getByRole('tab', { name: 'CVSS 4.0' }).click();
  // By keyboard: the first value of a group that has none, then on with the arrows.
  const groups = four.getByRole('group');
  const field = page.getByLabel('CVSS', { exact: true });
  await groups.nth(0).getByRole('radio').first().focus();
  await page.keyboard.press('Space');
  await four.getByText(/^Attack vector, Network: Over a network/).waitFor();
  await four.getByText(/^10 to choose/).waitFor();
  const half = await field.inputValue();
  for (let at = 1; at < 11; at += 1) {
    await groups.nth(at).getByRole('radio').first().focus();
    await page.keyboard.press('Space');
  }
  await expect.poll(() => field.inputValue()).toContain('CVSS:4.0');
  await page.keyboard.press('Control+s');
  await saved();
  const three31 = 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H';
  const vector = `${three31} CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H`;
  const stored = (await effective('vectors'))['CVSS'];
  await page.getByText('8.1 High (3.1)', { exact: true }).waitFor();
  await page.getByLabel('CVSS', { exact: true }).fill('CVSS:3.1/AV:Q/AC:L, as agreed');
  await page.getByRole('tab', { name: 'CVSS 3.1' }).click();
  await three.getByText(/This vector is left alone/).waitFor();
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await effective('vectors'))['CVSS']).toBe('CVSS:3.1/AV:Q/AC:L, as agreed');
  await page.getByText('The vector "CVSS:3.1/AV:Q/AC:L" cannot be read', { exact: false }).waitFor();
  expect([half, stored, found]).toEqual([three31, vector, []]);
});

test('a severity that the score contradicts is told, and taken over by one click', async () => {
  await editing('vectors');
  const severity = page.locator('.editor').getByLabel('Severity', { exact: true });
  await page.getByLabel('CVSS', { exact: true }).fill('9.8');
  await page.getByText(/^The score is critical, the severity is /).waitFor();
  const found = await barriers(page);
  await page.getByRole('button', { name: 'Set severity to critical' }).click();
  await expect.poll(() => severity.inputValue()).toBe('critical');
  await page.getByText(/^The score is critical/).waitFor({ state: 'detached' });
  await saved();
  expect([(await effective('vectors'))['severity'], found]).toEqual(['critical', []]);
});

test('a category is picked by the mouse alone: a click in the empty field offers them', async () => {
  await editing('vectors');
  const owasp = page.getByRole('combobox', { name: 'OWASP' });
  await owasp.click();
  await page.getByRole('option', { name: /^A01:2025/ }).click();
  await expect.poll(async () => (await effective('vectors'))['owasp']).toMatch(/A01_2025/);
  expect(await owasp.inputValue()).toMatch(/^A01:2025/);
});

test('weaknesses and categories are found by words without a network; references say which are none', async () => {
  await editing('catalogues');
  const cwe = page.getByRole('combobox', { name: 'CWE' });
  await cwe.fill('sql inj');
  await cwe.press('Enter');
  const owasp = page.getByRole('combobox', { name: 'OWASP' });
  await owasp.fill('injection 2021');
  await owasp.press('Enter');
  await page.getByRole('textbox', { name: 'Reference 2' }).fill('ftp://files.test/x');
  await page.getByText('Must be an http or https address, without spaces.').waitFor();
  const marked = await page.getByRole('textbox', { name: 'Reference 2' }).inputValue();
  await page.getByRole('textbox', { name: 'Reference 2' }).fill('https://files.test/x');
  await page.keyboard.press('Control+s');
  await saved();
  expect([marked, await effective('catalogues')]).toMatchObject([
    'ftp://files.test/x',
    {
      cwe: 'https://cwe.mitre.org/data/definitions/89.html',
      owasp: 'https://owasp.org/Top10/A03_2021-Injection/',
      references: ['https://owasp.test/session', 'https://files.test/x'],
    },
  ]);
});

test('a weakness and a category are taken out by mouse, after which the next one can be typed', async () => {
  await editing('cleared');
  for (const [label, field] of [
    ['CWE', 'cwe'],
    ['OWASP', 'owasp'],
  ] as const) {
    const picker = page.getByRole('combobox', { name: label });
    const clear = page.getByRole('button', { name: `Clear ${label}` });
    await picker.click();
    await clear.click();
    await expect.poll(async () => (await effective('cleared'))[field] ?? '').toBe('');
    expect([
      await picker.inputValue(),
      await clear.count(),
      await picker.evaluate((element) => element === document.activeElement),
    ]).toEqual(['', 0, true]);
    // What is opened lies over its neighbour.
    await page.keyboard.press('Escape');
  }
});

test('undo undoes keys where there are any, then what was saved; a value of the history comes back', async () => {
  await editing('undone');
  await title().fill('Another title');
  await saved();
  await description().click();
  await page.keyboard.type('x');
  await page.keyboard.press('Control+z');
  await expect.poll(() => description().innerText()).toBe(record.description);
  await page.keyboard.press('Control+s');
  await page.keyboard.press('Control+z');
  await expect.poll(() => title().inputValue()).toBe(titleOf('undone'));
  await page.getByRole('button', { name: 'History' }).click();
  await page
    .getByRole('region', { name: 'Finding', exact: true })
    .locator('summary', { hasText: 'Changes' })
    .last()
    .click();
  await page.getByRole('button', { name: 'Use this value' }).last().click();
  await expect.poll(async () => (await effective('undone'))['title']).toBe('Another title');
});

test('a value of another shape is shown as JSON and kept; members that nobody named are shown', async () => {
  await editing('shapes');
  await page.getByText('"steps"').waitFor();
  await page.getByText('7.5 High').waitFor();
  await page.getByText(/more fields? from the service/).click();
  await page.getByText('"kept": "as it is"').waitFor();
  await title().fill('Edited');
  await saved();
  expect([await effective('shapes'), opened.complaints]).toMatchObject([
    { title: 'Edited', observation: { steps: [1, 2] }, CVSS: { score: 7.5 }, tracker: record.tracker },
    [],
  ]);
});

test('requests are typed, added and removed one exchange at a time, and the service gets them so', async () => {
  await editing('exchanged');
  const side = (name: string): Locator => page.getByRole('textbox', { name, exact: true });
  await side('Request 1').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\nHost: a.test');
  await page.getByRole('button', { name: 'Add request' }).press('Enter');
  await side('Request 2').click();
  await page.keyboard.type('GET /b HTTP/1.1');
  await side('Response 2').click();
  await page.keyboard.type('HTTP/1.1 404 Not Found');
  const typed = [
    { request: 'GET /a HTTP/1.1\nHost: a.test', response: 'HTTP/1.1 200 OK', note: 'kept' },
    { request: 'GET /b HTTP/1.1', response: 'HTTP/1.1 404 Not Found' },
  ];
  await eventually(async () => (await effective('exchanged'))['requests']).toEqual(typed);
  await page.getByRole('button', { name: 'Remove exchange 1' }).press('Enter');
  await eventually(async () => (await effective('exchanged'))['requests']).toEqual(typed.slice(1));
  await callFrom(page, 'sync.run', { projects: [project] });
  expect(service.finding('exchanged')?.['requests']).toEqual(typed.slice(1));
});

test('a user who types in an exchange goes on in it when another is removed, and in none when it is itself', async () => {
  const requestsNow = async (): Promise<unknown> =>
    ((await effective('carried'))['requests'] as JsonObject[]).map(({ request }) => request);
  await editing('carried');
  await page.getByText('2. GET /b').click();
  await page.getByRole('textbox', { name: 'Request 2' }).click();
  await page.keyboard.press('Control+End');
  service.edit('carried', { requests: findings.carried.requests.slice(1) });
  await callFrom(page, 'sync.run', { projects: [project] });
  await page.getByText('1. GET /b').waitFor();
  await page.keyboard.type('?mine');
  await saved();
  expect(await requestsNow()).toEqual(['GET /b?mine', 'GET /c']);
  await callFrom(page, 'finding.edit', {
    id: 'carried',
    changes: { requests: findings.carried.requests.slice(2) },
  });
  const told = page.getByRole('alert').filter({ hasText: 'not in the finding any more' });
  await told.waitFor();
  await page.keyboard.type('&lost');
  const without = await requestsNow();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Put it back' }).click();
  await told.waitFor({ state: 'detached' });
  expect(without).toEqual(['GET /c']);
  await eventually(requestsNow).toEqual(['GET /b?mine', 'GET /c']);
});

test('another severity or status than is offered, and a value that is no text, are typed and kept as they are', async () => {
  await editing('others');
  const dialog = page.getByRole('dialog');
  for (const [field, value] of [
    ['Severity', 'urgent'],
    ['Status', 'verified'],
  ] as const) {
    await page.locator('.editor').getByLabel(field, { exact: true }).selectOption({ label: 'Custom…' });
    await dialog.getByLabel('Value').fill(value);
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
  }
  await eventually(() => effective('others')).toMatchObject({ severity: 'urgent', status: 'verified' });
  await page.getByRole('button', { name: 'Edit as JSON' }).press('Enter');
  const json = page.getByRole('textbox', { name: 'Observation as JSON' });
  const write = async (text: string): Promise<void> => {
    await json.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(text);
  };
  await write('{"steps": [1, 2, 3}');
  await page
    .getByText(/^Not saved: /)
    .first()
    .waitFor();
  expect([await barriers(page), (await effective('others'))['observation']]).toEqual([[], { steps: [1, 2] }]);
  await write('{"steps": [1, 2, 3], "of": null}');
  await eventually(async () => (await effective('others'))['observation']).toEqual({
    steps: [1, 2, 3],
    of: null,
  });
});

test('nothing in the editor is a barrier, with calculators, history and a complaint open', async () => {
  await editing('accessible');
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByLabel('CVSS', { exact: true }).focus();
  await page.getByRole('button', { name: 'Calculator' }).click();
  expect(await barriers(page)).toEqual([]);
  await page.getByText('Fetched for the first time').waitFor();
  await title().fill('');
  await page.getByText('Title: must be a text that is not empty.').waitFor();
  expect(await barriers(page)).toEqual([]);
});
