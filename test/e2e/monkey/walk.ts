import { inspect, isDeepStrictEqual } from 'node:util';
import type { Browser, Page } from 'playwright-core';
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
  readonly findings: Readonly<Record<string, unknown>>;
  readonly pending: WindowAnswer<'queue.list'>;
}

async function held(page: Page): Promise<Held> {
  const known = await callFrom(page, 'engagement.list', {});
  const findings: Record<string, unknown> = {};
  if (known.some((one) => one.project === project)) {
    for (const { id } of (await callFrom(page, 'finding.list', { project })).rows)
      findings[id] = (await callFrom(page, 'finding.get', { id })).effective;
  }
  return { findings, pending: await callFrom(page, 'queue.list', {}) };
}

/** Whether what was walked over is whole: counts agree, typed texts are saved, and a kill loses nothing. */
async function judgeEnd(day: Day): Promise<string[]> {
  const { page, opened } = day;
  await setOnline(day, true);
  if ((await callFrom(page, 'home.state', {})).kind === 'locked') await unlock(page);
  await settled(page);
  const before = await held(page);
  const wrong: string[] = [];
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

/** Waits until what was typed is in the store: the open finding shows what the store has. */
async function settled(page: Page): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const id = (await callFrom(page, 'setting.read', {})).place?.finding ?? null;
    const title = await page.evaluate(
      () => document.querySelector<HTMLTextAreaElement>('.editor textarea')?.value,
    );
    const { syncing } = await callFrom(page, 'desk.status', {});
    const stored =
      id === null || title === undefined
        ? title
        : (await callFrom(page, 'finding.get', { id })).effective['title'];
    if (!syncing && stored === title) return;
    if (performance.now() > until) throw new Error(`Not saved: ${inspect({ title, stored })}`);
  }
}
