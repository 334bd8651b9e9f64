import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { png } from '../../domain/images/pictures.ts';
import { eventually, launchBrowser } from '../support/browser.ts';
import { callFrom } from '../support/calls.ts';
import { beginDay, openFinding, project, type Day } from '../support/day.ts';
import { openReportPanel } from '../support/report-panels.ts';

/*
 * Escape goes back one step in panels of a finding, in dialogs and on screens; the focus returns, and typed text is
 * kept or asked about. The list and the fields of a finding: `escape.test.ts`.
 */

let browser: Browser;
let day: Day;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  day = await beginDay(browser, ['First', 'Second', 'Third'], ['Candidate']);
  ({ page } = day);
  const picture = {
    name: 'login.png',
    content: Buffer.from(png({ width: 400, height: 200 })).toString('base64'),
  };
  await callFrom(page, 'evidence.add', { id: 'f0', ...picture });
  const added = await callFrom(page, 'comment.add', { id: 'f0', text: 'Is this still so?' });
  expect(added.text).toBe('Is this still so?');
  await callFrom(page, 'round.add', { project, name: 'Retest 1' });
  await callFrom(page, 'finding.edit', { id: 'f2', changes: { title: 'Third, mine', description: 'Mine.' } });
  day.service.edit('f2', { title: 'Third, theirs', description: 'Theirs.' });
  await callFrom(page, 'sync.run', {});
});

afterAll(async () => {
  await day.end();
  await browser.close();
});

const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
const dialog = (): Locator => page.getByRole('dialog');
const press = async (...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

/** The screen and what is open on it, the innermost last, then what has the keys. */
function standing(): Promise<readonly string[]> {
  return page.evaluate(() => {
    const seen = (selector: string): boolean =>
      [...document.querySelectorAll(selector)].some((one) => one.checkVisibility());
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    const labels = at !== null && 'labels' in at && at.labels instanceof NodeList ? [...at.labels] : [];
    const name = at?.ariaLabel ?? labels[0]?.textContent ?? at?.textContent ?? '';
    const [screen = ''] = (document.querySelector('h1')?.textContent ?? '').split(' · ');
    const titles = [...document.querySelectorAll('dialog[open]')].map((one) =>
      one.getAttribute('aria-labelledby') === null
        ? (one.ariaLabel ?? '')
        : (document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.textContent ?? ''),
    );
    const parts = [
      document.querySelector('h1')?.textContent.includes(' · ') === true ? screen.trim() : 'Findings',
      seen('section[data-finding]') ? 'a finding' : null,
      seen('aside[aria-label=Comments]') ? 'comments' : null,
      ...titles.map((title) => title.replace(/ image.*| “.*/u, '')),
      seen('dialog [data-layer][aria-pressed=true], dialog .chosen:is(.crop, .cover)')
        ? 'a selected part'
        : null,
      [...document.querySelectorAll('dialog [role=alert]')].some(
        ({ textContent }) => textContent === 'You have unsaved changes.',
      )
        ? 'the question'
        : null,
      seen('.side.open') && innerWidth < 1000 ? 'the lists' : null,
    ];
    const keys =
      at === null || at === document.body ? 'nowhere' : name.trim().replace(/\s+/gu, ' ').slice(0, 40);
    return [parts.filter((part) => part !== null).join(', '), keys];
  });
}

/** Goes to a screen by its keys. */
async function goTo(key: string): Promise<void> {
  await press('g', key);
}

async function openFirst(): Promise<void> {
  await openFinding(page, 'First');
  await button('Annotate image 1').waitFor();
}

/** What is done, and what stands after it. */
type Step = readonly [does: string, stands: string | RegExp, keys?: string | RegExp];

interface Row {
  readonly open: () => Promise<void>;
  /** Escape is pressed, or the button of this name. */
  readonly steps: readonly Step[];
}

const table: Readonly<Record<string, Row>> = {
  'a comment that is being written': {
    open: async () => {
      await openFirst();
      await page.getByLabel('Title', { exact: true }).focus();
      await press('Escape');
      await openFirst();
      await button(/^Comments/u).click();
      await page.getByRole('textbox', { name: 'New comment' }).fill('Half a thought');
    },
    steps: [
      ['', 'Findings, a finding, comments', 'New comment'],
      ['Escape', 'Findings, a finding', /^Comments/u],
      ['Escape', 'Findings', 'Findings'],
    ],
  },
  'the comments beside a finding with the keys in it': {
    open: async () => {
      await openFirst();
      await button(/^Comments/u).click();
      await page.getByLabel('Severity', { exact: true }).focus();
    },
    steps: [
      ['', 'Findings, a finding, comments', 'Severity'],
      ['Escape', 'Findings, a finding', 'Severity'],
      ['Escape', 'Findings'],
    ],
  },
  'a comment that is opened to be changed': {
    open: async () => {
      await openFirst();
      await button(/^Comments/u).click();
      await button('Edit comment').click();
      await page.getByRole('textbox', { name: 'Text of the comment' }).waitFor();
    },
    steps: [
      ['', 'Findings, a finding, comments', 'Text of the comment'],
      ['Escape', 'Findings, a finding, comments', 'Edit comment'],
      ['Escape', 'Findings, a finding'],
      ['Escape', 'Findings'],
    ],
  },
  'an annotation': {
    open: async () => {
      await openFirst();
      await button('Annotate image 1').click();
      await dialog().locator('img').waitFor();
      await button('Add box').click();
    },
    steps: [
      ['', 'Findings, a finding, Annotate, a selected part', /^Box/],
      ['Escape', 'Findings, a finding, Annotate', 'Box'],
      ['Escape', 'Findings, a finding, Annotate, the question'],
      ['Escape', 'Findings, a finding, Annotate', 'Box'],
      ['Escape', 'Findings, a finding, Annotate, the question'],
      ['Discard', 'Findings, a finding', 'Annotate image 1'],
      ['Escape', 'Findings'],
    ],
  },
  'an area that is to be covered': {
    open: async () => {
      await openFirst();
      await button('Crop or redact image 1').click();
      await dialog().locator('img').waitFor();
      await button('Cover an area').click();
    },
    steps: [
      ['', 'Findings, a finding, Crop or redact, a selected part'],
      ['Escape', 'Findings, a finding, Crop or redact'],
      ['Apply…', 'Findings, a finding, Crop or redact'],
      ['Escape', 'Findings, a finding, Crop or redact'],
      ['Escape', 'Findings, a finding, Crop or redact, the question'],
      ['Discard', 'Findings, a finding', 'Crop or redact image 1'],
      ['Escape', 'Findings'],
    ],
  },
  'an image in its own size': {
    open: async () => {
      await openFirst();
      await button('Open image 1').click();
    },
    steps: [
      ['', 'Findings, a finding, 1 of 1'],
      ['Escape', 'Findings, a finding', 'Open image 1'],
      ['Escape', 'Findings'],
    ],
  },
  'a new name of an image': {
    open: async () => {
      await openFirst();
      await button('Rename image 1').click();
      await dialog().getByLabel('Name').fill('front door');
    },
    steps: [
      ['', 'Findings, a finding, Rename', 'Name'],
      ['Escape', 'Findings, a finding, Rename, the question'],
      ['Keep editing', 'Findings, a finding, Rename'],
      ['Escape', 'Findings, a finding, Rename, the question'],
      ['Discard', 'Findings, a finding', 'Rename image 1'],
      ['Escape', 'Findings'],
    ],
  },
  'the words of a new finding': {
    open: async () => {
      await press('l', 'n');
      await dialog().getByLabel('Title').fill('Half a title');
    },
    steps: [
      ['', 'Findings, New finding', 'Title'],
      ['Escape', 'Findings, New finding, the question', 'Title'],
      ['Escape', 'Findings, New finding', 'Title'],
      ['Escape', 'Findings, New finding, the question'],
      ['Discard', 'Findings', 'Findings'],
    ],
  },
  'the form of a round of retests': {
    open: async () => {
      await press('l', 'g', 't');
      await button('New round').click();
      await dialog().getByRole('textbox', { name: 'Name of the round' }).waitFor();
    },
    steps: [
      ['', 'Findings, Retest rounds', 'Name of the round'],
      ['Escape', 'Findings, Retest rounds', 'Show those without a verdict'],
      ['Escape', 'Findings', 'Findings'],
    ],
  },
  'the words of a verdict': {
    open: async () => {
      await page.getByRole('row').filter({ hasText: 'Second' }).click();
      await press('f');
      await dialog().getByRole('textbox', { name: 'Text for all of them' }).fill('Looked at again.');
    },
    steps: [
      ['', 'Findings, a finding, Retest of'],
      ['Escape', 'Findings, a finding, Retest of, the question'],
      ['Discard', 'Findings, a finding'],
      ['Escape', 'Findings'],
    ],
  },
  'a theme of reports': {
    open: async () => {
      await goTo('p');
      await openReportPanel(page, 'options');
      await button('Logo, colours, fonts…').click();
      await button('New theme…').click();
      await dialog().getByRole('textbox', { name: 'Name of the theme' }).fill('House style');
    },
    steps: [
      ['', 'Report, New theme'],
      ['Escape', 'Report, New theme, the question'],
      ['Discard', /^Report, (?!New theme)[^,]+$/],
      ['Escape', 'Report', 'Logo, colours, fonts…'],
      ['Escape', 'Findings'],
    ],
  },
  'the password of a report': {
    open: async () => {
      await goTo('p');
      await button('Other formats').click();
      await page.getByRole('menuitem', { name: 'PDF with a password…' }).click();
    },
    steps: [
      ['', /^Report, ./],
      ['Escape', 'Report', 'Other formats'],
      ['Escape', 'Findings'],
    ],
  },
  'a conflict that is written by hand': {
    open: async () => {
      await goTo('c');
      await page.getByRole('textbox', { name: 'Title: something else' }).fill('Third, by hand');
    },
    steps: [
      ['', 'Conflicts', 'Title: something else'],
      ['Escape', 'Conflicts'],
      ['Escape', 'Findings'],
    ],
  },
  'a text of both sides that is written by hand': {
    open: async () => {
      await goTo('c');
      await page.getByRole('textbox', { name: 'Description, result' }).click();
    },
    steps: [
      ['', 'Conflicts', 'Description, result'],
      ['Escape', 'Conflicts'],
      ['Escape', 'Findings'],
    ],
  },
  'a comment to a decision': {
    open: async () => {
      await goTo('r');
      await page.getByRole('heading', { level: 2, name: 'Candidate' }).waitFor();
      await press('c');
      await page.keyboard.type('Seen on both hosts');
    },
    steps: [
      ['', 'Review', /^Comment/],
      ['Escape', 'Review'],
      ['Escape', 'Findings'],
    ],
  },
  'a candidate that is being changed': {
    open: async () => {
      await goTo('r');
      await page.getByRole('heading', { level: 2, name: 'Candidate' }).waitFor();
      await press('e');
      await page.getByLabel('Title', { exact: true }).waitFor();
    },
    steps: [
      ['', 'Review, a finding', 'Title'],
      ['Escape', 'Review'],
      ['Escape', 'Findings'],
    ],
  },
  'keys that are being chosen for a command': {
    open: async () => {
      await goTo('s');
      await page
        .getByRole('navigation', { name: 'Settings' })
        .getByRole('button', { name: 'Keyboard' })
        .click();
      await button('Change the keys of Sync').click();
    },
    steps: [
      ['', 'Settings', 'New keys for Sync'],
      ['Escape', 'Settings', 'Change the keys of Sync'],
      ['Escape', 'Findings'],
    ],
  },
  'the review of what is sent': {
    open: async () => {
      await press('l', 'Shift+Y');
    },
    steps: [
      ['', /^Findings, ./],
      ['Escape', 'Findings', 'Findings'],
    ],
  },
};

test.each(Object.entries(table))('Escape goes back one step from %s', async (_state, { open, steps }) => {
  await eventually(standing).toEqual(['Findings', expect.anything()]);
  await open();
  for (const [does, stands, keys] of steps) {
    if (does === 'Escape') await press('Escape');
    else if (does !== '') await dialog().getByRole('button', { name: does, exact: true }).click();
    const matching = (text: string | RegExp): unknown =>
      typeof text === 'string' ? text : expect.stringMatching(text);
    await eventually(standing).toEqual([
      matching(stands),
      keys === undefined ? expect.not.stringMatching(/^nowhere$/) : matching(keys),
    ]);
  }
  expect(day.complaints).toEqual([]);
});

test('nothing that was typed is gone after all that', async () => {
  await openFirst();
  await button(/^Comments/u).click();
  const comment = await page.getByRole('textbox', { name: 'New comment' }).inputValue();
  await button('Edit comment').click();
  const changed = page.getByRole('textbox', { name: 'Text of the comment' });
  await changed.fill('Is this still so? Yes.');
  await press('Escape');
  await eventually(standing).toEqual(['Findings, a finding', expect.anything()]);
  await button(/^Comments/u).click();
  await eventually(() => changed.inputValue()).toBe('Is this still so? Yes.');
  await press('Escape', 'Escape');
  await eventually(standing).toEqual(['Findings', expect.anything()]);
  await goTo('c');
  const own = await page.getByRole('textbox', { name: 'Title: something else' }).inputValue();
  await goTo('r');
  const decision = await page.getByRole('textbox', { name: 'Comment' }).inputValue();
  await goTo('f');
  expect([comment, own, decision]).toEqual(['Half a thought', 'Third, by hand', 'Seen on both hosts']);
});

test('in a narrow window the lists over it go first, wherever the keys are', async () => {
  await page.setViewportSize({ width: 800, height: 900 });
  try {
    await openFirst();
    const lists = page.getByRole('complementary', { name: 'Lists and settings' });
    await press('Escape');
    await eventually(standing).toEqual(['Findings', 'Findings']);
    await button('Lists and settings').click();
    await lists.getByRole('button', { name: 'Settings' }).focus();
    await eventually(standing).toEqual(['Findings, the lists', expect.anything()]);
    await press('Escape');
    await eventually(standing).toEqual(['Findings', 'Lists and settings']);
    await goTo('q');
    await page.getByRole('option').first().click();
    await button('Back to pending changes').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Lists and settings' }).click();
    await eventually(standing).toEqual(['Pending changes, the lists', expect.anything()]);
    await press('Escape');
    await eventually(standing).toEqual(['Pending changes', 'Lists and settings']);
    await button('Back to pending changes').waitFor();
    await press('Escape');
    await button('Back to pending changes').waitFor({ state: 'hidden' });
    await press('Escape');
    await eventually(standing).toEqual(['Findings', expect.anything()]);
  } finally {
    await page.setViewportSize({ width: 1500, height: 800 });
  }
});
