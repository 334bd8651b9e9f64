import { expect, test } from 'vitest';
import { rowsAfter } from '#engine/pull/page-importer.ts';
import { handClock, sampleService, syncedDesk, type TestDesk } from '../../support/desk.ts';
import { findings, project } from '../support.ts';
import { countTurns } from './turns.ts';

async function commits(desk: TestDesk): Promise<number> {
  const { text } = await desk.call('diagnostics.collect');
  return Number(/^\s*commits:? +(\d+)$/mu.exec(text)?.[1]);
}

/** The sizes of transactions, page after page, if a row takes so long. */
function sizes(pageRows: number, msPerRow: number): number[] {
  let max = 200;
  return Array.from({ length: 5 }, () => {
    const rows = Math.min(max, pageRows);
    max = rowsAfter(max, { rows, tookMs: rows * msPerRow });
    return rows;
  });
}

test('a page is stored in pieces that nobody notices: smaller on a slow machine, never tiny, larger on a quick one', () => {
  expect({
    quick: sizes(10_000, 0.01),
    usual: sizes(10_000, 0.06),
    slow: sizes(10_000, 0.3),
    crawling: sizes(10_000, 5),
    smallPages: sizes(100, 0.01),
  }).toEqual({
    quick: [200, 400, 500, 500, 500],
    usual: [200, 200, 200, 200, 200],
    slow: [200, 100, 50, 50, 50],
    crawling: [200, 100, 50, 50, 50],
    smallPages: [100, 100, 100, 100, 100],
  });
});

test('others are answered before each page of a sweep, also where the next one has arrived by then', async () => {
  const { clock, turns } = countTurns();
  const pageCap = 10;
  const seeds = [{ project, findings: findings(80) }];
  const service = await sampleService({ engagement: false, seeds, pageCap });
  await syncedDesk(service, project, { clock });
  expect(turns()).toBeGreaterThanOrEqual(80 / pageCap);
});

test('a page that brings nothing new is no commit, however many there are', async () => {
  const commitsOf = async (count: number): Promise<number> => {
    const seeds = [{ project, findings: findings(count) }];
    const service = await sampleService({ engagement: false, seeds, pageCap: 5 });
    const desk = await syncedDesk(service, project);
    const before = await commits(desk);
    await desk.call('sync.run');
    return (await commits(desk)) - before;
  };
  const [few, many] = [await commitsOf(10), await commitsOf(100)];
  expect(few).toBeGreaterThan(0);
  expect(many).toBe(few);
});

test('rows that are being stored when somebody begins to work are stored in pieces, of one row at the least', async () => {
  const commitsBeside = async (worksAlways: boolean): Promise<number> => {
    const clock = handClock();
    const service = await sampleService({ engagement: false, seeds: [{ project, findings: findings(60) }] });
    const read = (): number => (worksAlways ? clock.awakeMs() + 1 : -Infinity);
    const desk = await syncedDesk(service, project, { clock, work: { write: () => undefined, read } });
    expect(await desk.call('engagement.list')).toMatchObject([{ findings: 60 }]);
    return commits(desk);
  };
  const [alone, beside] = [await commitsBeside(false), await commitsBeside(true)];
  expect(beside - alone).toBeGreaterThanOrEqual(59);
});
