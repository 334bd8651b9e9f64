import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import { document } from '#report/document/document.ts';
import { installedFonts } from '#report/fonts/installed-fonts.ts';
import { PageSetter, setAll, type SetPages } from '#report/pdf/set-pages.ts';
import type { ListedLine } from '#report/pdf/display-list.ts';
import { hasRealData, noRealData, realFindings } from '../../support/real-data.ts';
import { snapshotOf } from '../support/snapshots.ts';

/** Points of the margins, and the left edge of what stands between them. */
const [TOP, BOTTOM, LEFT] = [74, 64, 60];
const WELL_FILLED = 2 / 3;

async function laidOut(records: readonly JsonObject[]): Promise<SetPages> {
  const made = document(snapshotOf(records), { draft: false });
  return setAll(new PageSetter(installedFonts), made, new Map(), () => undefined);
}

function linesOf({ pages }: SetPages): ListedLine[][] {
  return pages.map((sheets) =>
    sheets
      .flat()
      .flatMap((mark) =>
        mark.kind === 'line' && mark.runs.some(({ text }) => text.trim() !== '') ? [mark] : [],
      ),
  );
}

describe('the pages of a long report of real findings', () => {
  let set: SetPages | undefined;
  beforeAll(async () => {
    if (hasRealData) set = await laidOut(realFindings().filter((_, at) => at % 6 === 0));
  });

  test('end in no card without its text', (context) => {
    if (set === undefined) return context.skip(noRealData);
    const stranded = linesOf(set).flatMap((lines, at) =>
      lines
        .filter(({ bookmark }) => bookmark?.parent === 'findings')
        .filter(({ y }) => !lines.some((line) => line.y > y + 10 && Math.abs(line.x - LEFT) < 1))
        .map(({ bookmark }) => `${String(at + 1)}: ${String(bookmark?.text)}`),
    );
    expect(stranded).toEqual([]);
  });

  test('are filled to two thirds, but for a few before a piece that is not broken', (context) => {
    if (set === undefined) return context.skip(noRealData);
    const room = set.ctx.page.height - TOP - BOTTOM;
    const used = linesOf(set)
      .slice(1, -1)
      .map((lines) => (Math.max(TOP, ...lines.map(({ y, height }) => y + height)) - TOP) / room);
    const emptier = used.filter((share) => share < WELL_FILLED);
    expect(emptier.length / used.length).toBeLessThan(0.03);
    expect(Math.min(...used)).toBeGreaterThan(0.45);
  });
});

const short = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ title: 'Weakness', severity: at % 2 === 0 ? 'high' : 'low' }));

test('contents of more than 300 findings name each severity with its first page and count', async () => {
  const set = await laidOut(short(302));
  const lines = linesOf(set)
    .slice(1, 2)
    .flat()
    .map(({ runs }) => runs.map(({ text, target }) => `${text}>${target ?? ''}`).join(''));
  expect(lines.filter((line) => /^\D.*>finding-/.test(line))).toEqual([
    'High (151)>finding-1',
    'Low (151)>finding-152',
  ]);
});

test('the score of a card stands apart from the word of its rating', async () => {
  const record = {
    title: 'T',
    severity: 'critical',
    CVSS: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H',
  };
  const lines = linesOf(await laidOut([record])).flat();
  const card = lines.find(({ bookmark }) => bookmark?.parent === 'findings');
  const on = lines.filter(({ y, x }) => card !== undefined && Math.abs(y - card.y) < 12 && x > 300);
  const edges = on.flatMap(({ x, runs }) => runs.map((run) => ({ ...run, x: x + run.x })));
  const word = edges.find(({ text }) => text === 'Critical');
  const score = edges.find(({ text }) => text === '10.0');
  expect((score?.x ?? 0) - ((word?.x ?? 0) + (word?.width ?? 0))).toBeGreaterThan(8);
});

test('contents list only what is asked for, and say how many findings that leaves out', async () => {
  const made = document(snapshotOf(short(302)), { draft: false, listedFindings: 'high' });
  const set = await setAll(new PageSetter(installedFonts), made, new Map(), () => undefined);
  const contents = linesOf(set).slice(1, 5).flat();
  const targets = contents.flatMap(({ runs }) => runs.map(({ target }) => target ?? ''));
  expect(contents.map(({ runs }) => runs.map(({ text }) => text).join(''))).toContain(
    '151 of 302 findings are not listed here.',
  );
  expect(targets).toContain('finding-151');
  expect(targets).not.toContain('finding-152');
});
