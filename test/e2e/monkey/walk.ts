import { inspect, isDeepStrictEqual } from 'node:util';
import type { Browser, Page, Request } from 'playwright-core';
import type { JsonObject } from '#contract/json.ts';
import type { WindowAnswer } from '#contract/procedures/vault.ts';
import { runLoaded } from '../../cli/support/dossier.ts';
import { png } from '../../domain/images/pictures.ts';
import { createDice } from '../../simulation/draw/random.ts';
import { patienceMs } from '../../support/patience.ts';
import { callFrom } from '../support/calls.ts';
import { beginDay, project, unlock, type Day } from '../support/day.ts';
import { drawAct, findingCount, setOnline } from './acts.ts';
import { look, type Sight } from './controls.ts';

/*
 * A random walk over the window: the real program, a real browser, and a user who presses, types and clicks without
 * waiting. What is drawn for an act depends on the seed, the act's number and the names of the visible controls.
 */

/** A walk and what came of it. */
export interface Walk {
  readonly seed: number;
  /** How many acts were done. */
  readonly acts: number;
  /** What went wrong, of page, program or service; empty if nothing did. */
  readonly faults: readonly string[];
  /** The last acts before that, the newest at the end. */
  readonly last: readonly string[];
}

export interface WalkOptions {
  readonly seed: number;
  readonly acts: number;
  /** Told each act as it is done. */
  readonly onAct?: (act: string) => void;
}

const titles = Array.from(
  { length: findingCount },
  (_, at) => `Finding ${String(at)}: parameter is not checked`,
);
const candidates = ['Open redirect', 'Weak cipher', 'Login without limit'];
/** What is typed into a title at the end. */
const lastTitle = 'Typed at the end of a walk';
const lastActs = 40;
/** Svelte's warning that a late answer read the state of a screen which is gone: nobody sees what it reads. */
const harmless = 'https://svelte.dev/e/derived_inert';
/** A screen may be without a control for so long, while it asks for what it shows. */
const emptyMs = 10_000;

/** Walks until all acts are done or something goes wrong, and judges at the end what the vault holds. */
export async function walk(browser: Browser, { seed, acts, onAct }: WalkOptions): Promise<Walk> {
  const day = await beginDay(browser, titles, candidates);
  const last: string[] = [];
  const told: string[] = [];
  const faults = (): string[] => [...told, ...faultsOf(day)];
  let done = 0;
  const end = watch(day, told);
  try {
    for (; done < acts && faults().length === 0; done += 1) {
      const dice = createDice(seed * 1_000_003 + done);
      const sight = await seen(day.page, dice.oneIn(2) ? 1 : 0);
      const wrong = wrongWith(sight);
      if (wrong !== null) {
        told.push(wrong);
        break;
      }
      const act = drawAct(dice, sight, `${String(seed)}/${String(done)}`);
      const line = `${String(done + 1)}. ${act.name}`;
      onAct?.(line);
      last.push(line);
      if (last.length > lastActs) last.shift();
      await inTime(act.run(day), act.name);
    }
    end();
    if (faults().length === 0) told.push(...(await judgeEnd(day)));
  } catch (error) {
    told.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  const result = { seed, acts: done, faults: faults(), last };
  await day.end().catch(() => undefined);
  return result;
}

/** Listens to what the window and the program should never say. @returns ends that: the program may end from then on */
function watch({ opened: { page, context, serving } }: Day, told: string[]): () => void {
  let isOver = false;
  page.removeAllListeners('dialog');
  page.on('dialog', (dialog) => {
    // A page with unsaved text asks before it goes, and may.
    if (dialog.type() !== 'beforeunload') told.push(`dialog: ${dialog.message()}`);
    void dialog.accept().catch(() => undefined);
  });
  page.on('crash', () => told.push('The page crashed.'));
  page.on('filechooser', (chooser) => {
    const buffer = Buffer.from(png({ width: 30, height: 20 }));
    void chooser.setFiles({ name: 'monkey.png', mimeType: 'image/png', buffer }).catch(() => undefined);
  });
  context.on('page', (other) => void other.close());
  page.on('response', (response) => {
    if (response.status() >= 500) told.push(`${String(response.status())} ${response.url()}`);
    if (!response.url().includes('/call/')) return;
    response.text().then(
      (text) => {
        if (/"code":"internal"/u.test(text)) told.push(`${response.url()}: ${text.slice(0, 500)}`);
      },
      // The page went before the answer came.
      () => undefined,
    );
  });
  serving.running.child.stderr?.on('data', (text: string) => {
    if (/error|exception|unhandled|warning/iu.test(text)) told.push(`The program says: ${text}`);
  });
  void serving.running.ended.then(({ code, signal }) => {
    if (!isOver) told.push(`The program ended: ${String(code ?? signal)}`);
  });
  return () => (isOver = true);
}

/** Complaints of the page, and what the sample service could not answer. */
function faultsOf(day: Day): string[] {
  const complaints = day.complaints.filter((one) => one !== harmless);
  return [...complaints, ...day.service.internalErrors.map(String)];
}

/** Looks at the page, again while it is being replaced by another, and for a while if it has no control. */
async function seen(page: Page, frames: number): Promise<Sight> {
  const until = performance.now() + emptyMs;
  for (;;) {
    const isLate = performance.now() > until;
    const looked = look(page, frames).catch((error: unknown) => {
      if (isLate) throw error;
      return null;
    });
    const sight = await inTime(looked, 'looking at the page');
    if (sight !== null && (isLate || wrongWith(sight) === null || sight.broken !== null)) return sight;
  }
}

function wrongWith({ broken, isBlank, controls }: Sight): string | null {
  if (broken !== null) return `The page shows: ${broken}`;
  if (isBlank) return 'The page is blank.';
  return controls.length === 0 ? 'The page has no way on.' : null;
}

async function inTime<T>(work: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No response in time: ${what}`)), patienceMs);
  });
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** What a vault holds of the engagement, to be compared with itself. */
interface Held {
  readonly findings: Readonly<Record<string, JsonObject>>;
  readonly pending: WindowAnswer<'queue.list'>;
}

async function held(page: Page): Promise<Held> {
  const known = await callFrom(page, 'engagement.list', {});
  const findings: Record<string, JsonObject> = {};
  if (known.some((one) => one.project === project)) {
    for (const { id } of (await callFrom(page, 'finding.list', { project })).rows)
      findings[id] = (await callFrom(page, 'finding.get', { id })).effective;
  }
  return { findings, pending: await callFrom(page, 'queue.list', {}) };
}

/** Whether what was walked over is whole: counts agree, typed texts are saved, and a kill loses nothing. */
async function judgeEnd(day: Day): Promise<string[]> {
  const { page, opened } = day;
  const wrong: string[] = [];
  const calls = countCalls(page);
  await setOnline(day, true);
  // A new page has nothing unsaved: what no store takes goes with the old one, after its question.
  await page.reload();
  if ((await callFrom(page, 'home.state', {})).kind === 'locked') await unlock(page);
  await page.getByLabel('Status bar').waitFor();
  await quiet(page, calls);
  // From here on only this page changes the vault.
  await setOnline(day, false);
  const isTyped = await typeTitle(page, calls);
  await quiet(page, calls);
  const before = await held(page);
  // What the store does not take, of a finding that is gone for one, the editor tells the user.
  const isTold =
    (await page
      .locator('.editor')
      .getByText(/^Not saved/u)
      .count()) > 0;
  const isHeld = Object.values(before.findings).some((finding) => finding['title'] === lastTitle);
  if (isTyped && !isHeld && !isTold) wrong.push('The title that was typed last is not in the vault.');
  const { waiting, needsPerson } = await callFrom(page, 'desk.status', {});
  const listed = new Set(before.pending.flatMap(({ findings }) => findings));
  if (waiting + needsPerson !== listed.size)
    wrong.push(
      `${String(waiting)} + ${String(needsPerson)} findings pending, but the queue has ${String(listed.size)}`,
    );
  const { code, stderr } = await runLoaded(['check', project, '--home', opened.home]);
  if (code !== 0 && code !== 3) wrong.push(`check ended with ${String(code)}: ${stderr}`);
  await day.killAndRestart();
  const after = await held(day.page);
  if (!isDeepStrictEqual(before, after))
    wrong.push(`A kill changed what the vault holds: ${inspect({ before, after }, { depth: 8 })}`);
  return wrong;
}

/** The calls of a page that are not answered yet. */
function countCalls(page: Page): ReadonlySet<Request> {
  const calls = new Set<Request>();
  page.on('request', (request) => {
    if (request.url().includes('/call/')) calls.add(request);
  });
  const ended = (request: Request): void => void calls.delete(request);
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return calls;
}

/** Waits until nothing is on its way: the page saves nothing and asks for nothing, and no sync runs. */
async function quiet(page: Page, calls: ReadonlySet<Request>): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const { syncing } = await callFrom(page, 'desk.status', {});
    // As if the page were to go: it saves at once what can be saved.
    const saves = await page.evaluate(() => {
      globalThis.dispatchEvent(new Event('beforeunload', { cancelable: true }));
      return /Saving…|Not saved yet…/u.test(document.body.innerText);
    });
    if (!syncing && !saves && calls.size === 0) return;
    if (performance.now() > until)
      throw new Error(
        `Never quiet: ${inspect({ syncing, saves, calls: [...calls].map((one) => one.url()) })}`,
      );
  }
}

/** Types a title into the finding that is open, or into the first of the list. @returns whether one could be typed */
async function typeTitle(page: Page, calls: ReadonlySet<Request>): Promise<boolean> {
  // Comments in the editor have texts of their own.
  const title = page.locator('.editor').getByLabel('Title', { exact: true });
  // The heading of a group is a row of one cell, and opens nothing.
  const row = page.getByRole('row').filter({ has: page.locator('[role=gridcell][aria-colindex="2"]') });
  if ((await title.count()) === 0) {
    for (const key of ['g', 'f']) await page.keyboard.press(key);
    await quiet(page, calls);
  }
  if ((await title.count()) === 0 && (await row.count()) > 0) {
    await row.first().dblclick();
    await title.waitFor();
  }
  if ((await title.count()) === 0 || !(await title.isEnabled())) return false;
  await title.fill(lastTitle);
  return true;
}
