import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ReportSnapshot, type ReportOptions } from '#contract/deliverable/report.ts';
import { document } from '#report/document/document.ts';
import { renderReport } from '#report/process/run.ts';
import { generateFindings } from '#sample/data/generator.ts';
import { realBodies, realData } from './support/data.ts';
import { htmlOf } from './support/html.ts';
import { median, takeTurns } from './support/pairs.ts';
import type { Taken } from './support/process.ts';
import { tell, tellCpu, tellRatio } from './support/report.ts';
import { packedOf } from '../report/support/snapshots.ts';
import { bareProcess, memoryOf, pagesAfterChange, reportProcess } from './report-pages.ts';

const findings = 500;
const rounds = 3;
const options: ReportOptions = { draft: false };

/** Report of 500 findings against a browser's print of the same content, made from the same document tree. */
export async function reportOf500(scratch: string): Promise<void> {
  await reportAlone(scratch);
  for (const format of ['docx', 'xlsx'] as const) await officeAlone(format, scratch);
  const snapshot = snapshotOf(findings);
  const report = packedOf(snapshot);
  const ours: number[] = [];
  const render = async (): Promise<number> => {
    const startedAt = performance.now();
    const outcome = await renderReport(report, options, {
      path: join(scratch, `report-${String(ours.length)}.pdf`),
    });
    if (outcome.kind !== 'made') throw new Error(`The report ended as ${outcome.kind}.`);
    if (ours.length === 0) tell('pages of the report', outcome.result.pages ?? 0, null, ' pages');
    ours.push(performance.now() - startedAt);
    return performance.now() - startedAt;
  };
  const chromium = findChromium();
  if (chromium === null) {
    await render();
    tell('the report (no chromium here to compare it with)', ours[0] ?? NaN, null, ' ms');
    return;
  }
  const page = join(scratch, 'report.html');
  writeFileSync(page, htmlOf(document(snapshot, options)));
  const pairs = await takeTurns(rounds, render, () => print(chromium, page, scratch));
  tell('pages of the print', pagesOf(join(scratch, 'print.pdf')), null, ' pages');
  tellRatio('report of 500 findings / print of the same content', pairs.ours, pairs.theirs, 1);
}

/** The same against PDFKit alone, the pages after a change, and the memory of 2,000 findings. */
async function reportAlone(scratch: string): Promise<void> {
  const snapshot = snapshotOf(findings);
  const tree = document(snapshot, options);
  let round = 0;
  const { ours, theirs } = await takeTurns(
    rounds,
    () => reportProcess(packedOf(snapshot), options, join(scratch, `alone-${String((round += 1))}.pdf`)),
    () => bareProcess('pdfkit', tree, join(scratch, 'bare.pdf')),
  );
  const msOf = (taken: readonly Taken[]): number[] => taken.map(({ ms }) => ms);
  tellRatio('report of 500 findings / its bare words by PDFKit', msOf(ours), msOf(theirs), 1.5);
  tellCpu(ours, theirs);
  await pagesAfterChange(snapshot, options);
  await memoryOf(snapshotOf(2_000), options, scratch);
}

/** Word or Excel against the bare words in an archive of the same kind. */
async function officeAlone(format: 'docx' | 'xlsx', scratch: string): Promise<void> {
  const snapshot = snapshotOf(findings);
  const tree = document(snapshot, options);
  let round = 0;
  const { ours, theirs } = await takeTurns(
    rounds,
    () => {
      const path = join(scratch, `office-${String((round += 1))}.${format}`);
      return reportProcess(packedOf(snapshot), { ...options, format }, path);
    },
    () => bareProcess('archive', tree, join(scratch, 'bare.zip')),
  );
  const msOf = (taken: readonly Taken[]): number[] => taken.map(({ ms }) => ms);
  tell(`${format} of 500 findings`, median(msOf(ours)), 3_000, ' ms');
  tell(`${format} of 500 findings, peak memory`, Math.max(...ours.map(({ peakMb }) => peakMb)), 300, ' MB');
  tellRatio(`${format} of 500 findings / its bare words in an archive`, msOf(ours), msOf(theirs), null);
  tellCpu(ours, theirs);
}

/** A browser's PDF has its page objects in clear. */
function pagesOf(path: string): number {
  return readFileSync(path, 'latin1').match(/\/Type\s*\/Page\b/gu)?.length ?? 0;
}

/** Every second of the real findings, so that each source is among them, or generated ones. */
function snapshotOf(count: number): ReportSnapshot {
  const bodies = realData
    ? realBodies().filter((_, at) => at % 2 === 0)
    : Array.from(generateFindings(7, count), ({ body }) => body);
  return ReportSnapshot.parse({
    project: 'bench',
    name: 'Bench',
    client: 'Fjellmark',
    generatedAt: '2026-01-05T08:00:00.000Z',
    findings: Array.from({ length: count }, (_, at) => ({
      id: String(at),
      record: bodies[at % bodies.length],
    })),
  });
}

function findChromium(): string | null {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return join(folder, name);
      } catch {
        continue;
      }
    }
  }
  return null;
}

async function print(chromium: string, page: string, scratch: string): Promise<number> {
  const startedAt = performance.now();
  const out = join(scratch, 'print.pdf');
  const profile = mkdtempSync(join(scratch, 'profile-'));
  const quiet = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
  const args = [...quiet, '--disable-component-update', '--disable-sync', `--user-data-dir=${profile}`];
  const child = spawn(
    chromium,
    [
      '--headless',
      '--no-sandbox',
      ...args,
      '--no-pdf-header-footer',
      `--print-to-pdf=${out}`,
      `file://${page}`,
    ],
    { stdio: 'ignore' },
  );
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0 || statSync(out).size === 0) throw new Error(`The print ended with ${String(code)}.`);
  return performance.now() - startedAt;
}
