import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Locator } from 'playwright-core';
import { openDesk, project, type Desk } from '../../cli/support/desk.ts';
import { canMakeReadOnly, makeReadOnly } from '../../support/system/disk.ts';
import { commandTable } from '#renderer/shell/commands/commands.ts';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom } from '../support/calls.ts';
import { give, painted } from '../support/pictures.ts';
import { openReportPanel, reportPart } from '../support/report-panels.ts';

/* The window over a vault that the system refuses to write. */

const reason = 'Read-only vault. Copy it to a folder that you can write to.';

describe.skipIf(!canMakeReadOnly)('the window of a read-only vault', () => {
  let browser: Browser;
  let desk: Desk;
  let opened: Opened;
  let unlock = (): void => undefined;
  /** A finding with an image and a pending edit; the one after it is in conflict. */
  let title = '';
  /** Procedures that the vault refused. */
  const refused: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    desk = await openDesk();
    await fill();
    unlock = makeReadOnly(desk.home);
    opened = await openWindow(browser, { home: desk.home, width: 1280, height: 800 });
    opened.page.on('response', (response) => {
      const [, name] = /\/call\/(.+)$/.exec(response.url()) ?? [];
      if (name === undefined) return;
      const note = (text: string): void => {
        if (text.includes('"code":"read-only"')) refused.push(name);
      };
      response.text().then(note, () => undefined);
    });
  });

  /** Puts into the vault what can be changed elsewhere. */
  async function fill(): Promise<void> {
    const before = await openWindow(browser, { home: desk.home });
    const { page } = before;
    const { rows } = await callFrom(page, 'finding.list', { project, query: '-is:candidate' });
    const id = rows[0]?.id ?? '';
    title = rows[0]?.title ?? '';
    const content = Buffer.from(painted(8, 6, () => [200, 30, 30])).toString('base64');
    await callFrom(page, 'evidence.add', { id, name: 'shot.png', caption: 'A shot', content });
    await callFrom(page, 'round.add', { project, name: 'First retest' });
    const other = rows[1]?.id ?? '';
    await callFrom(page, 'finding.edit', { id: other, changes: { description: 'As I see it.' } });
    desk.service.edit(other, { description: 'As they see it.' });
    await callFrom(page, 'sync.run', {});
    await callFrom(page, 'finding.edit', { id, changes: { remediation: 'Changed before it was locked.' } });
    await before.close();
  }

  afterAll(async () => {
    await opened.close();
    unlock();
    await desk.clear();
    await browser.close();
  });

  test('says so in its status bar, shows the findings, and tells why an edit is refused', async () => {
    const { page } = opened;
    const status = page.getByRole('contentinfo');
    await status.getByText('Read-only vault').waitFor();
    const [row] = (await callFrom(page, 'finding.list', { project })).rows;
    await page
      .getByText(row?.title ?? '')
      .first()
      .waitFor();
    expect(await status.getByRole('button', { name: 'Sync', exact: true }).isDisabled()).toBe(true);
    await expect(
      callFrom(page, 'finding.edit', { id: row?.id ?? '', changes: { title: 'x' } }),
    ).rejects.toThrow(`${desk.home} is read-only`);
  });

  test('offers no control that would change a finding', async () => {
    const { page } = opened;
    const isOff = (name: string): Promise<boolean> =>
      page.getByRole('button', { name, exact: true }).first().isDisabled();
    await page.getByRole('row').nth(1).getByRole('gridcell').first().click();
    await page.getByText(/1 finding selected/).waitFor();
    expect([await isOff('New'), await isOff('Status'), await isOff('Mark as read')]).toEqual([
      true,
      true,
      false,
    ]);
    await page.getByRole('row').nth(1).dblclick();
    await page.getByLabel('Title', { exact: true }).waitFor();
    const fields = ['Title', 'Severity', 'Status'].map((name) => page.getByLabel(name, { exact: true }));
    expect(await Promise.all(fields.map((field) => field.isDisabled()))).toEqual([true, true, true]);
    await eventually(() =>
      page.getByRole('textbox', { name: /^Description, / }).getAttribute('aria-readonly'),
    ).toBe('true');
    await page.getByText('Read-only vault').waitFor();
    expect([await barriers(page), opened.complaints]).toEqual([[], []]);
  });

  /** The tip of a control, or of what it stands in. */
  const tipOf = (control: Locator): Promise<string | null> =>
    control.evaluate((element) => element.closest('[title]')?.getAttribute('title') ?? null);

  test('tells the reason in the tip of what is off', async () => {
    const { page } = opened;
    const finding = page.getByRole('region', { name: 'Finding', exact: true });
    const off = [
      page.getByRole('button', { name: 'New', exact: true }),
      page.getByRole('button', { name: 'Save this list', exact: true }),
      finding.getByRole('button', { name: /^Review state:/ }),
      finding.getByRole('button', { name: /^Hold back/ }),
      page.getByRole('contentinfo').getByRole('button', { name: 'Sync', exact: true }),
    ];
    const seen = await Promise.all(
      off.map(async (control) => [await control.isDisabled(), await tipOf(control)]),
    );
    expect(seen).toEqual(off.map(() => [true, expect.stringContaining(reason)]));
    await page.getByRole('row').nth(2).getByRole('gridcell').nth(1).click({ button: 'right' });
    const lines = page.getByRole('menuitem');
    await lines.first().waitFor();
    const usable = lines.and(page.locator(':enabled'));
    expect(await usable.allInnerTexts()).toEqual([
      expect.stringMatching(/^Open/),
      expect.stringMatching(/^Copy ID/),
      expect.stringMatching(/^Copy link/),
      expect.stringMatching(/^Mark as read/),
    ]);
    expect(await tipOf(lines.filter({ hasText: 'Mark as reviewed' }))).toContain(reason);
    await page.keyboard.press('Escape');
  });

  test('tells the reason for keys of what is off, and opens nothing', async () => {
    const { page } = opened;
    await page.getByRole('row').nth(1).getByRole('gridcell').nth(1).click();
    for (const key of ['n', 's', 'r', 'Delete', 'f', 'w', 'y']) {
      await page.keyboard.press(key);
      const toast = page.locator('.toast').filter({ hasText: reason });
      await toast.waitFor();
      await toast.getByRole('button', { name: 'Dismiss' }).click();
      await eventually(() => toast.count()).toBe(0);
    }
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('carries out by keys what only reads', async () => {
    const { page } = opened;
    await page.keyboard.press('m');
    await page.locator('.toast').filter({ hasText: 'read' }).first().waitFor();
    for (const [keys, name] of [
      [['b'], 'Bulk changes'],
      [['g', 't'], 'Retest rounds'],
      [['?'], 'Keyboard'],
    ] as const) {
      for (const key of keys) await page.keyboard.press(key);
      const dialog = page.getByRole('dialog', { name });
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await eventually(() => dialog.count()).toBe(0);
    }
  });

  /** Controls of a part of the page by name; those that can be used. */
  const usable = (part: string): Promise<string[]> =>
    opened.page
      .locator(part)
      .evaluate((root) =>
        [...root.querySelectorAll<HTMLElement>('button, input, select, textarea')]
          .filter((one) => one.checkVisibility() && !one.matches(':disabled'))
          .map((one) => (one.ariaLabel ?? one.textContent).trim().replace(/\s+/gu, ' ')),
      );

  test('takes no comment, and says why', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: /^Comments/ }).click();
    const field = page.getByRole('textbox', { name: 'New comment' });
    await field.waitFor();
    expect([
      await field.isDisabled(),
      await page.locator('fieldset').filter({ has: field }).getAttribute('title'),
    ]).toEqual([
      true,
      expect.stringContaining('Read-only vault. Copy it to a folder that you can write to.'),
    ]);
    expect(await usable('aside[aria-label=Comments]')).toEqual([]);
    for (let step = 0; step < 2; step += 1) await page.keyboard.press('Escape');
  });

  test('shows facts and texts of the engagement without a control that would write', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: 'Engagement', exact: true }).click();
    await page.getByText('Read-only vault. Copy it to a folder that you can write to.').waitFor();
    const texts = page.getByRole('textbox', { name: /, Markdown$/ });
    await texts.first().waitFor();
    const editable = await texts.evaluateAll((all) =>
      all.filter((text) => text.getAttribute('aria-readonly') !== 'true').map((text) => text.ariaLabel),
    );
    expect([editable, await usable('[aria-label="What the report says of the engagement"]')]).toEqual([
      [],
      expect.not.arrayContaining([expect.stringMatching(/^Add|^Bold|^Remove:/)]),
    ]);
    expect([await barriers(page), opened.complaints]).toEqual([[], []]);
  });

  test('shows images, retests and the calculator of a finding to be read', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: 'Findings', exact: true }).click();
    await page.getByRole('row').filter({ hasText: title }).first().dblclick();
    const images = page.getByRole('region', { name: 'Evidence', exact: true });
    await images.getByRole('listitem').waitFor();
    await eventually(() => usable('[aria-label=Evidence]')).toEqual(['Open A shot']);
    expect(await tipOf(images.getByRole('button', { name: 'Annotate A shot' }))).toContain(reason);
    await give(page, 'paste', [{ name: 'b.png', type: 'image/png', bytes: painted(2, 2, () => [0, 0, 0]) }]);
    await page.locator('.toast').filter({ hasText: reason }).waitFor();
    await images.getByRole('button', { name: 'Open A shot' }).click();
    await page.getByRole('dialog').getByRole('img', { name: 'A shot' }).waitFor();
    await page.keyboard.press('Escape');
    await eventually(() => usable('[aria-label=Retest]')).toEqual(['Rounds…']);
    await page.getByRole('button', { name: 'Rounds…' }).click();
    await page.getByRole('dialog').getByText('First retest').waitFor();
    expect(await usable('dialog')).toEqual([
      expect.stringMatching(/^Close/),
      'Show those without a verdict',
      'Close',
    ]);
    await page.keyboard.press('Escape');
    await page.getByRole('group', { name: 'CVSS', exact: true }).click();
    await page.getByRole('button', { name: 'Calculator' }).click();
    const metrics = page.getByRole('group', { name: 'Attack Vector' });
    await metrics.first().waitFor();
    expect([
      await page.locator('.cvss').getByRole('radio').and(page.locator(':enabled')).count(),
      await tipOf(metrics.first()),
    ]).toEqual([0, expect.stringContaining(reason)]);
    expect([await barriers(page), opened.complaints]).toEqual([[], []]);
  });

  const palette = () => opened.page.getByRole('combobox', { name: /^Find a command/ });

  const commands = () =>
    opened.page.getByRole('group', { name: /^(?:Commands|On this screen)$/ }).getByRole('option');

  /** What the palette offers of the commands: the title of each, and whether it is off. */
  async function offered(): Promise<Map<string, boolean>> {
    const { page } = opened;
    await page.keyboard.press('Control+k');
    await palette().waitFor();
    const lines = await commands().evaluateAll((all) =>
      all.map(
        (line) => [line.querySelector('.title')?.textContent ?? '', line.ariaDisabled === 'true'] as const,
      ),
    );
    await page.keyboard.press('Escape');
    await eventually(() => palette().count()).toBe(0);
    return new Map(lines);
  }

  test('shows in the palette every command that writes as off, on every screen', async () => {
    const { page } = opened;
    const wrong: string[] = [];
    const seen = new Set<string>();
    const screens: readonly (readonly [name: string, shown: Locator])[] = [
      ['Findings', page.getByRole('row').nth(1)],
      ['Review', page.getByRole('article', { name: 'Candidate' })],
      ['Pending changes', page.getByRole('button', { name: 'Discard…' })],
      ['Report', reportPart(page, 'options')],
      ['Activity', page.getByRole('heading', { level: 1, name: /^Activity/ })],
    ];
    for (const [screen, shown] of screens) {
      await page
        .getByRole('button', { name: new RegExp(`^${screen}`) })
        .first()
        .click();
      await shown.waitFor();
      const lines = await offered();
      for (const { title: name, writes } of commandTable) {
        const off = lines.get(name);
        if (off === undefined) continue;
        seen.add(name);
        if (off !== writes) wrong.push(`${screen}: ${name}`);
      }
    }
    expect(wrong).toEqual([]);
    const named = [
      'New finding',
      'Set status',
      'Save this list',
      'Add an engagement',
      'Accept the candidate',
    ];
    expect([...named, 'Discard', 'Choose the template: technical'].filter((name) => !seen.has(name))).toEqual(
      [],
    );
  });

  test('tells in the palette why a command is off, and carries it out in no way', async () => {
    const { page } = opened;
    await page.keyboard.press('Control+k');
    await palette().fill('new finding');
    const line = commands().filter({ hasText: 'New finding' });
    await line.waitFor();
    await page.getByRole('status').filter({ hasText: reason }).waitFor();
    await page.keyboard.press('Enter');
    await line.click({ force: true });
    expect([
      await line.getAttribute('title'),
      await page.getByRole('dialog').count(),
      await barriers(page),
    ]).toEqual([expect.stringContaining(reason), 1, []]);
    await page.keyboard.press('Escape');
  });

  test('shows candidates, pending changes, conflicts and the choices of the report to be read', async () => {
    const { page } = opened;
    await page
      .getByRole('button', { name: /^Review/ })
      .first()
      .click();
    await page.getByRole('article', { name: 'Candidate' }).waitFor();
    expect(await usable('[aria-label=Decision]')).toEqual([
      expect.stringMatching(/^Skip/),
      expect.stringMatching(/^Previous candidate/),
      '',
    ]);
    await page
      .getByRole('button', { name: /^Pending changes/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Open finding' }).waitFor();
    const card = page.getByRole('button', { name: 'Discard…' });
    expect([await card.isDisabled(), await tipOf(card)]).toEqual([true, expect.stringContaining(reason)]);
    for (const key of ['g', 'c']) await page.keyboard.press(key);
    const result = page.getByRole('textbox', { name: 'Description, result' });
    await result.waitFor();
    expect([await result.getAttribute('aria-readonly'), await usable('.conflicts .one')]).toEqual([
      'true',
      ['Open the finding'],
    ]);
    await page
      .getByRole('button', { name: /^Report/ })
      .first()
      .click();
    await openReportPanel(page, 'options');
    await page.getByLabel('Language').waitFor();
    await page.locator('.options').getByText(reason).waitFor();
    expect(await usable('.options')).toEqual([]);
    expect(await barriers(page)).toEqual([]);
  });

  test('exports the report', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: /^Export (draft|PDF)…/ }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Export draft' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
  });

  test('offers in its settings what only reads', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    const nav = page.getByRole('navigation', { name: 'Settings' });
    const off = [true, []];
    const expected: Readonly<Record<string, unknown>> = {
      Connection: off,
      Sending: off,
      Network: off,
      Account: off,
      Security: off,
      Appearance: off,
      'Service profile': [true, ['Save as a file']],
      'Dates and numbers': off,
      Spelling: off,
      Snippets: off,
      Keyboard: off,
      Storage: off,
      'Remove engagement': off,
      Updates: [false, []],
      Diagnostics: [false, ['Collect']],
    };
    await nav.getByRole('button').first().waitFor();
    const sections = (await nav.getByRole('button').allInnerTexts()).map((section) => section.trim());
    expect(sections.toSorted()).toEqual(Object.keys(expected).toSorted());
    const panel = page.locator('.layout .panel');
    const told = panel.getByText('Read-only vault. Copy it to a folder that you can write to.');
    for (const section of sections) {
      await nav.getByRole('button', { name: section, exact: true }).click();
      await eventually(async () => [(await told.count()) > 0, await usable('.layout .panel')]).toEqual(
        expected[section],
      );
    }
    expect([await barriers(page), opened.complaints]).toEqual([[], []]);
  });

  test('was asked for nothing that it refuses by all of this', () => {
    // The first test asks for an edit itself.
    expect([refused, opened.complaints]).toEqual([['finding.edit'], []]);
  });
});
