import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ReportProgress } from '#contract/deliverable/report.ts';
import { starterTemplateFile } from '#report/docx/starter-template.ts';
import { renderReport } from '#report/process/run.ts';
import { throttleProgress } from '#report/process/throttle-progress.ts';
import { writeFormat } from '#report/process/write-format.ts';
import { wordText } from '../docx/word-text.ts';
import { engaged } from '../support/engaged.ts';
import { readOffice } from '../support/office-file.ts';
import { packedOf, snapshotOf } from '../support/snapshots.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-report-'));
  path = join(folder, 'report.pdf');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const records = Array.from({ length: 12 }, (_, index) => ({
  title: `Finding ${index}`,
  severity: 'high',
  asset: ['a'],
  description: 'A text.',
}));

test('the file is whole, durable under its name, what the answer says it is, and the same in every country', async () => {
  const seen: ReportProgress['phase'][] = [];
  // In Czech "changes" stands behind "findings": destinations are looked for by their bytes.
  vi.stubEnv('LC_ALL', 'cs_CZ.UTF-8');
  vi.stubEnv('TZ', 'Pacific/Kiritimati');
  const [snapshot, options] = [engaged(), { draft: false, template: 'retest' } as const];
  const outcome = await renderReport(packedOf(snapshot), options, {
    path,
    onProgress: ({ phase }) => seen.push(phase),
  });
  const bytes = readFileSync(path);
  const here = await writeFormat({ snapshot, options, bytes: new Map() }, () => undefined);
  expect(bytes.equals(here.bytes)).toBe(true);
  expect(outcome).toEqual({
    kind: 'made',
    result: {
      pages: expect.any(Number),
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      missingGlyphs: [],
      damagedImages: here.damagedImages,
      cutLines: [],
    },
  });
  expect(readdirSync(folder)).toEqual(['report.pdf']);
  expect([...new Set(seen)]).toEqual(['document', 'layout', 'pages', 'writing']);
});

test('a report by a Word template is written by its bytes, and by none if they are missing', async () => {
  const template = starterTemplateFile('en');
  const sha256 = createHash('sha256').update(template).digest('hex');
  const snapshot = { ...snapshotOf(records), wordTemplate: { name: 'Acme', sha256 } };
  const options = { draft: false, format: 'docx' } as const;
  const packed = packedOf(snapshot);
  const missing = await renderReport(packed, options, { path });
  expect(missing).toEqual({
    kind: 'failed',
    code: 'bad-input',
    message: 'The Word template of this report is missing.',
  });
  expect(readdirSync(folder)).toEqual([]);
  const images = new Map([[sha256, template]]);
  expect(await renderReport({ ...packed, images }, options, { path })).toMatchObject({ kind: 'made' });
  const here = await writeFormat({ snapshot, options, bytes: images }, () => undefined);
  expect(readFileSync(path).equals(here.bytes)).toBe(true);
  expect(wordText(readOffice(here.bytes))).toContain('About us');
});

test('of how far a report is, each phase is told from its beginning by the hundredth', () => {
  const told: string[] = [];
  const tell = throttleProgress(({ phase, done }) => told.push(`${phase} ${done}`));
  for (const phase of ['layout', 'pages'] as const) {
    for (let done = 1; done <= 10; done += 1) tell({ phase, done, total: 400 });
  }
  expect(told).toEqual(['layout 1', 'layout 4', 'layout 8', 'pages 1', 'pages 4', 'pages 8']);
});

test('an abort stops the child in the middle', async () => {
  const abort = new AbortController();
  const seen: ReportProgress['phase'][] = [];
  const many = Array.from({ length: 40 }, () => records).flat();
  const outcome = await renderReport(
    packedOf(snapshotOf(many)),
    { draft: false },
    {
      path,
      signal: abort.signal,
      onProgress: ({ phase }) => {
        seen.push(phase);
        abort.abort();
      },
    },
  );
  expect(outcome).toEqual({ kind: 'cancelled' });
  expect(seen).not.toContain('writing');
  expect(readdirSync(folder)).toEqual([]);
});

test('a child that runs out of memory is said to have done so and leaves nothing behind', async () => {
  const long = 'word '.repeat(400_000);
  const outcome = await renderReport(
    packedOf(snapshotOf([{ title: 'Huge', requests: long }])),
    { draft: false },
    {
      path,
      maxHeapMb: 24,
    },
  );
  expect(outcome).toMatchObject({ kind: 'failed', code: 'out-of-memory' });
  expect(readdirSync(folder)).toEqual([]);
});

test('a Node that cannot be started is a failure, not an exception', async () => {
  const outcome = await renderReport(
    packedOf(snapshotOf(records)),
    { draft: false },
    {
      path,
      nodePath: join(folder, 'no-such-node'),
    },
  );
  expect(outcome).toMatchObject({ kind: 'failed', code: 'child-failed' });
  expect(readdirSync(folder)).toEqual([]);
});
