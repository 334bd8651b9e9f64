import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReportSnapshot } from '#contract/deliverable/report.ts';
import type { ReportEnd } from '#report/process/report-process.ts';
import { startPreview, type Preview, type PreviewOf } from '#report/process/preview.ts';
import type { PagesState } from '#report/process/preview-protocol.ts';
import { renderReport } from '#report/process/run.ts';
import { packedOf, snapshotOf } from '../support/snapshots.ts';

/*
 * One process that keeps its pages is asked for everything a second one, which has kept nothing, is asked for: what they
 * answer must be the same.
 */

const options = { draft: false };
let folder: string;
let preview: Preview;
let complete: (turn: number) => Promise<PagesState>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-preview-'));
  const started = start();
  preview = started.preview;
  complete = started.complete;
});
afterAll(async () => {
  await preview.close();
  rmSync(folder, { recursive: true, force: true });
});

function start(): { preview: Preview; complete: (turn: number) => Promise<PagesState> } {
  const seen: PagesState[] = [];
  let tell: () => void = () => undefined;
  const started = startPreview({
    onPages(state) {
      seen.push(state);
      tell();
    },
    onEnd: () => undefined,
  });
  return {
    preview: started,
    async complete(turn) {
      for (;;) {
        const found = seen.find((state) => state.turn === turn && state.complete);
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => (tell = resolve));
      }
    },
  };
}

/** Findings long enough that each begins somewhere else on its page; `first` makes the first one longer. */
function engagement(first = 0, more: readonly string[] = []): ReportSnapshot {
  const texts = Array.from({ length: 12 }, (_, at) =>
    `Finding ${String(at)} says \u2f00. `.repeat(60 + at * 7),
  );
  return snapshotOf(
    [...texts, ...more].map((description, at) => ({
      title: `Title ${String(at)}`,
      severity: at % 2 === 0 ? 'high' : 'low',
      description: at === 0 ? description + '\n\nMore.'.repeat(first) : description,
    })),
  );
}

function of(snapshot: ReportSnapshot): PreviewOf {
  return { report: packedOf(snapshot), options };
}

async function fresh(snapshot: ReportSnapshot, page: number): Promise<string | undefined> {
  const { preview: other, complete: done } = start();
  await done(other.set(of(snapshot)));
  const answer = await other.page(page);
  await other.close();
  return answer?.content;
}

test('pages that are laid out anew after a change are those of a process that has kept nothing', async () => {
  const { pages } = await complete(preview.set(of(engagement())));
  const before = await preview.page(12);
  const changed = engagement(120, ['One with \u4e00, which wants the same glyph.']);
  const after = await complete(preview.set(of(changed)));
  const again = await preview.page(12);
  expect([
    pages < after.pages,
    again?.content === before?.content,
    again?.content === (await fresh(changed, 12)),
  ]).toEqual([true, false, true]);
  await complete(preview.set(of(engagement())));
  expect((await preview.page(12))?.content).toBe(before?.content);
});

test('a file that is written from kept pages has the bytes of one that is made alone', async () => {
  preview.set(of(engagement(3)));
  await preview.page(1);
  const snapshot = { ...engagement(4), generatedAt: '2026-02-03T04:05:06.000Z' };
  const [kept, alone] = [join(folder, 'kept.pdf'), join(folder, 'alone.pdf')];
  const outcomes = [
    await preview.write(of(snapshot), { path: kept }),
    await renderReport(packedOf(snapshot), options, { path: alone }),
  ].map((outcome) => (outcome.kind === 'made' ? outcome.result : outcome));
  expect(outcomes[0]).toEqual(outcomes[1]);
  expect(readFileSync(kept).equals(readFileSync(alone))).toBe(true);
});

test('who closes it gets no page any more, and a cancelled file leaves nothing behind', async () => {
  const { preview: other } = start();
  other.set(of(engagement()));
  const asked = new AbortController();
  const written = other.write(of(engagement()), { path: join(folder, 'never.pdf'), signal: asked.signal });
  asked.abort();
  const closed = start().preview;
  closed.set(of(engagement()));
  const page = closed.page(2);
  await closed.close();
  expect([await written, await page, await closed.page(1)]).toEqual([{ kind: 'cancelled' }, null, null]);
});

test('a file is of the state that it was asked for, whatever is shown while it is made', async () => {
  const snapshot = engagement(2);
  const paths = ['one', 'two', 'three'].map((name) => join(folder, `${name}.pdf`));
  const [one, two, alone] = paths as [string, string, string];
  const written = [
    preview.write(of(snapshot), { path: one }),
    preview.write(of({ ...snapshot, client: 'Another state' }), { path: two }),
  ];
  preview.set(of({ ...snapshot, client: 'What is typed meanwhile' }));
  await Promise.all(written);
  await renderReport(packedOf(snapshot), options, { path: alone });
  const [first, second, wanted] = paths.map((path) => readFileSync(path));
  expect([wanted?.equals(first ?? Buffer.of()), wanted?.equals(second ?? Buffer.of())]).toEqual([
    true,
    false,
  ]);
});

test('what anything else in the process prints is not a message, and a process that ends says why', async () => {
  const lines: ((line: string) => void)[] = [];
  const ended = Promise.withResolvers<ReportEnd>();
  let left = 0;
  const other = startPreview({
    onPages: () => undefined,
    onEnd: () => (left += 1),
    start: ({ onLine }) => {
      lines.push(onLine);
      return { ended: ended.promise, kill: () => undefined, send: () => undefined };
    },
  });
  for (const line of ['Warning: a package speaks', '', '{"kind":"pages"}', 'null']) lines[0]?.(line);
  const written = other.write(of(engagement()), { path: join(folder, 'never.pdf') });
  const page = other.page(1);
  ended.resolve({ exit: 'SIGABRT', complaint: 'FATAL ERROR: Reached heap limit Allocation failed' });
  await page;
  const late = other.write(of(engagement()), { path: join(folder, 'never.pdf') });
  expect([await page, await late, left, existsSync(join(folder, 'never.pdf'))]).toEqual([
    null,
    { kind: 'failed', code: 'child-failed', message: 'The report process ended early (closed).' },
    1,
    false,
  ]);
  expect((await written).kind).toBe('failed');
});
