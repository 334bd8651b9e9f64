import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { launchBrowser, openWindow } from '../e2e/support/browser.ts';
import { callFrom, openSample } from '../e2e/support/calls.ts';
import { tell } from './support/report.ts';
import { installStopwatch, stopwatch } from './support/stopwatch.ts';

const characters = 69_000;
const letters = 80;
/** The browser does not tell of keys below it. */
const leastMs = 16;

/** A text as findings have them, each part with its number. */
function part(n: number): string {
  const at = String(n);
  return [
    `## Step ${at}`,
    `The **parameter** \`id${at}\` is not checked: an attacker reads *any* invoice of [the portal](https://portal.example/${at}).`,
    `- as a guest, ${at} times\n- as a user of another client\n  - also by the API`,
    `| Host | Port | Seen |\n| --- | --- | --- |\n| app${at}.example | 443 | yes |\n| api${at}.example | 8443 | no |`,
    `\`\`\`http\nGET /invoice/${at} HTTP/1.1\nHost: portal.example\n\`\`\``,
  ].join('\n\n');
}

/** Typing in the middle of a long text beside its preview, in a real browser. */
export async function typingInLongText(): Promise<void> {
  const browser = await launchBrowser();
  const opened = await openWindow(browser, { width: 1500, height: 900 });
  const { page } = opened;
  try {
    const [project = ''] = await openSample(page);
    const { rows } = await callFrom(page, 'finding.list', { project, sort: 'title' });
    const [first] = rows;
    if (first === undefined) throw new Error('The sample has no findings.');
    let description = '';
    for (let n = 1; description.length < characters; n += 1) description += `${part(n)}\n\n`;
    await callFrom(page, 'finding.edit', { id: first.id, changes: { description } });
    await page.reload();
    await page.getByRole('row').filter({ hasText: first.title }).first().dblclick();
    const text = page.getByRole('textbox', { name: 'Description, Markdown' });
    await text.click();
    await installStopwatch(page);
    await pause(3_000);
    await type(page, 60, 'as fast as keys are pressed');
    await type(page, 180, 'with time for the preview between');
    for (const complaint of opened.complaints) console.log(`      the page complained: ${complaint}`);
  } finally {
    await opened.close();
    await browser.close();
  }
}

async function type(page: Page, restMs: number, how: string): Promise<void> {
  await stopwatch(page, 'keys');
  for (let typed = 0; typed < letters; typed += 1) {
    await page.keyboard.type('words are typed '[typed % 16] ?? ' ');
    // At the end of a word the text is saved.
    await pause(typed % 16 === 15 ? 600 : restMs);
  }
  const told = await stopwatch(page, 'keys-end');
  const keys = [...told, ...Array<number>(Math.max(0, letters - told.length)).fill(leastMs)];
  const sorted = keys.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? NaN;
  tell(`a letter in a text of 69 kB is painted, 95 of 100, ${how}`, at(0.95), 33, ' ms');
  console.log(`      half within ${at(0.5).toFixed(0)} ms, the longest ${at(1).toFixed(0)} ms`);
}
