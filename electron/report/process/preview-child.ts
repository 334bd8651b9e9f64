import { setImmediate as turnOver } from 'node:timers/promises';
import type { ReportDocument } from '../document/blocks.ts';
import type {
  ReportFinding,
  ReportOptions,
  ReportProgress,
  ReportSnapshot,
} from '#contract/deliverable/report.ts';
import { writeReport } from './durable-file.ts';
import { document } from '../document/document.ts';
import { rememberTexts } from '../document/text/parsed.ts';
import { installedFonts } from '../fonts/installed-fonts.ts';
import { makeLargeReady } from '../images/printable.ts';
import { listen, readFindings } from './order-input.ts';
import { sayLine } from './output.ts';
import { endWithParent } from './end-with-parent.ts';
import { throttleProgress } from './throttle-progress.ts';
import { shownReport } from './shown-report.ts';
import { writeJson } from '../json/write.ts';
import { PageSetter, type SetPages } from '../pdf/set-pages.ts';
import { drawAll, drawPage } from '../pdf/write.ts';
import { frameReader, type Frame } from './preview-frames.ts';
import { PreviewOrder, type PagesState, type PreviewMessage, type SetOrder } from './preview-protocol.ts';

/**
 * Entry of the process that shows the pages of one engagement while it is worked on, and writes its file from the same
 * pages. Client texts are in its memory alone, and gone with it.
 */

/** So many parts are laid out between two messages about pages that nobody waits for. */
const PARTS_A_MESSAGE = 8;

type PageOrder = Extract<PreviewOrder, { kind: 'page' }>;
type WriteOrder = Extract<PreviewOrder, { kind: 'write' }>;

const setter = new PageSetter(installedFonts);
const findings = new Map<string, ReportFinding>();
const images = new Map<string, Uint8Array>();
const orders: { readonly order: PreviewOrder; readonly bytes: Buffer }[] = [];
let waiting: PageOrder[] = [];
let wake: () => void = () => undefined;

/** The turn that is shown: its document, and its pages as far as they are laid out. */
let shown: {
  readonly turn: number;
  readonly snapshot: ReportSnapshot;
  readonly options: ReportOptions;
  readonly tree: ReportDocument;
  readonly steps: Generator<SetPages, SetPages>;
  pages: SetPages | null;
} | null = null;
/** How many pages the last complete turn had: what the next one says until it knows. */
let lastCount = 0;
let untold = 0;

function say(message: PreviewMessage): void {
  sayLine(message);
}

async function begin(order: SetOrder, bytes: Buffer): Promise<void> {
  const changed = readFindings(bytes, order.changed);
  for (const finding of changed.findings) findings.set(finding.id, finding);
  const listed = new Set(order.findings);
  for (const id of findings.keys()) if (!listed.has(id)) findings.delete(id);
  let at = changed.bytes;
  for (const { sha256, bytes: length } of order.images) {
    images.set(sha256, Uint8Array.from(bytes.subarray(at, (at += length))));
  }
  const kept = new Set(order.kept);
  for (const name of images.keys()) if (!kept.has(name)) images.delete(name);
  await makeLargeReady(images);
  const inOrder = order.findings.flatMap((id) => findings.get(id) ?? []);
  rememberTexts();
  const snapshot = shownReport({ ...order.head, findings: inOrder }, order.options);
  const tree = document(snapshot, order.options);
  shown = {
    turn: order.turn,
    snapshot,
    options: order.options,
    tree,
    steps: setter.set(tree, images),
    pages: null,
  };
}

function stateOf({ turn, tree, pages }: NonNullable<typeof shown>): PagesState {
  const { length: total } = tree.blocks;
  const state = { turn, done: pages?.done ?? 0, total, complete: pages?.complete ?? false };
  // The last page may still get more, so nobody is told of it before it is whole.
  return { ...state, pages: (pages?.pages.length ?? 1) - (state.complete ? 0 : 1) };
}

function step(): void {
  endWithParent();
  if (shown === null) return;
  shown.pages = shown.steps.next().value;
  const state = stateOf(shown);
  if (state.complete) lastCount = state.pages;
  untold += 1;
  if (!state.complete && untold < PARTS_A_MESSAGE) return;
  untold = 0;
  say({ kind: 'pages', state });
}

/** Draws the pages that were asked for and are there. */
async function answer(): Promise<void> {
  if (shown?.pages == null) return;
  const { tree, pages } = shown;
  const state = stateOf(shown);
  const ready = waiting.filter(({ page }) => page <= state.pages || state.complete);
  waiting = waiting.filter((order) => !ready.includes(order));
  for (const { ask, page: wanted } of ready) {
    const page = Math.max(1, Math.min(wanted, state.pages));
    const count = state.complete ? state.pages : Math.max(lastCount, state.pages);
    const content = Buffer.from(await drawPage(tree, pages, page, count)).toString('base64');
    say({ kind: 'page', ask, state, page, content });
  }
}

async function write({ ask, path, password }: WriteOrder): Promise<void> {
  if (shown === null) return say({ kind: 'failed', ask, code: 'bad-input', message: 'There are no pages.' });
  const total = shown.tree.blocks.length;
  const tell = throttleProgress((progress) => say({ kind: 'progress', ask, progress }));
  while (shown.pages?.complete !== true) {
    step();
    tell({ phase: 'layout', done: stateOf(shown).done, total });
  }
  const { snapshot, options } = shown;
  const findings = options.embedJson === true ? writeJson(snapshot, options, images) : undefined;
  const told = (progress: ReportProgress): void => {
    endWithParent();
    tell(progress);
  };
  const written = await drawAll(shown.tree, shown.pages, told, { password, findings });
  say({ ask, ...(await writeReport(path, written)) });
}

async function work(): Promise<never> {
  for (;;) {
    const next = orders.shift();
    if (next?.order.kind === 'set') await begin(next.order, next.bytes);
    else if (next?.order.kind === 'page') waiting.push(next.order);
    else if (next?.order.kind === 'write') await write(next.order);
    else if (shown !== null && shown.pages?.complete !== true) step();
    else await new Promise<void>((resolve) => (wake = resolve));
    await answer();
    // Lets orders come in: the newest turn and the page in view come before pages that nobody looks at.
    await turnOver();
  }
}

function take({ text, bytes }: Frame): void {
  const parsed = PreviewOrder.safeParse(JSON.parse(text));
  if (!parsed.success) throw new TypeError('an order that cannot be read');
  orders.push({ order: parsed.data, bytes });
  wake();
}

listen(frameReader(take), () => process.exit(0));
work().catch((error: unknown) => {
  // Only the kind of the error: its message could quote the client's text.
  process.stderr.write(`${error instanceof Error ? error.name : typeof error}\n`);
  process.exit(1);
});
