import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { generateFindings } from '#sample/generator.ts';
import type { FindingSeed } from '#sample/model.ts';
import { startSampleService } from '#sample/server.ts';
import { callFrom } from '../e2e/support/calls.ts';
import { launchBrowser, openWindow } from '../e2e/support/browser.ts';
import { realBodies } from './support/data.ts';
import { tell } from './support/report.ts';
import { installStopwatch, stopwatch } from './support/stopwatch.ts';

const project = 'data-2026';
/** Fewer where a trial run asks for it. */
const findings = Number(process.env['DOSSIER_BENCH_FINDINGS'] ?? 100_000);
const candidates = Math.min(2_000, findings / 10);
const operations = Math.min(5_000, findings / 4);
const decisions = 60;
const atOnce = 50;

/** Deciding on candidates among 100,000 findings with a long queue, in a real browser. */
export async function reviewOf2000(scratch: string): Promise<void> {
  const service = await startSampleService({
    engagement: false,
    seeds: [{ project, findings: seeds() }],
  });
  const browser = await launchBrowser();
  const opened = await openWindow(browser, { home: join(scratch, 'review'), width: 1440, height: 900 });
  const { page } = opened;
  try {
    await callFrom(page, 'home.create', { passphrase: null });
    await callFrom(page, 'home.connect', {
      baseUrl: service.baseUrl,
      token: service.tokens['mara'] ?? null,
    });
    await callFrom(page, 'engagement.add', { project });
    await callFrom(page, 'sync.run', { push: false });
    await queueEdits(page);
    await page.reload();
    await page.getByRole('grid').getByRole('row').nth(10).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.getByRole('article').getByRole('heading', { level: 2 }).waitFor();
    await pause(3_000);
    await installStopwatch(page);
    await decide(page, 300, 'one after the other');
    await decide(page, 60, 'as fast as keys are pressed');
    await similar(page);
    for (const complaint of opened.complaints) console.log(`      the page complained: ${complaint}`);
  } finally {
    await opened.close();
    await browser.close();
    await service.close();
  }
}

function seeds(): FindingSeed[] {
  const real = realBodies();
  const made = real.length === 0 ? [...generateFindings(7, findings)] : [];
  return Array.from({ length: findings }, (_, at) => {
    const body = real.length === 0 ? (made[at]?.body ?? {}) : (real[at % real.length] ?? {});
    const visibility = at % 3 === 0 ? ('private' as const) : ('public' as const);
    return at < candidates ? { body: { ...body, status: 'draft' }, candidate: visibility } : { body };
  });
}

/** Edits of findings that are no candidates, so that all of them wait in the queue. */
async function queueEdits(page: Page): Promise<void> {
  const { rows } = await callFrom(page, 'list.query', { project, query: '-is:candidate' });
  const ids = await callFrom(page, 'list.ids', { rows: rowsIn(rows).slice(0, operations) });
  for (let from = 0; from < ids.length; from += atOnce) {
    const some = ids.slice(from, from + atOnce);
    await Promise.all(
      some.map((id) => callFrom(page, 'finding.edit', { id, changes: { remediation: 'Changed here.' } })),
    );
  }
}

async function decide(page: Page, restMs: number, when: string): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < decisions; round += 1) {
    await stopwatch(page, 'decided');
    await page.keyboard.press(round % 3 === 0 ? 'r' : 'a');
    await pause(restMs);
    times.push(...(await stopwatch(page, 'decided-end')));
  }
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? NaN;
  tell(`a decision shows the next candidate, 95 of 100, ${when}`, at(0.95), 50, ' ms');
  console.log(
    `      ${String(times.length)} of ${String(decisions)} seen, half within ${at(0.5).toFixed(0)} ms`,
  );
}

/** Looking for what a candidate may repeat, as the page hears of it. */
async function similar(page: Page): Promise<void> {
  const { rows } = await callFrom(page, 'review.list', { project });
  const times: number[] = [];
  for (const row of rowsIn(rows).slice(0, 30)) {
    const from = performance.now();
    await callFrom(page, 'review.similar', { row });
    times.push(performance.now() - from);
  }
  tell('what a candidate may repeat is found, the longest', Math.max(...times), null, ' ms');
}

function rowsIn(packed: string): number[] {
  const bytes = Buffer.from(packed, 'base64');
  return Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readUInt32LE(at * 4));
}
