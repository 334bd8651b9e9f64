import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReportOptions, ReportSnapshot } from '#contract/deliverable/report.ts';
import { visibleText } from '#domain/text/index.ts';
import { document } from '#report/document/document.ts';
import { numberedFindings } from '#report/document/numbered.ts';
import { installedFonts } from '#report/fonts/installed-fonts.ts';
import { PageSetter, setAll } from '#report/pdf/set-pages.ts';
import type { ReportDocument } from '#report/document/blocks.ts';
import type { PackedReport } from '#report/process/packed-report.ts';
import type { PagesState } from '#report/process/preview-protocol.ts';
import { startPreview } from '#report/process/preview.ts';
import { heapFlags } from '#report/process/report-process.ts';
import { orderInput } from '#report/process/run.ts';
import { packedOf } from '../report/support/snapshots.ts';
import { median } from './support/pairs.ts';
import { measure, type Taken } from './support/process.ts';
import { tell } from './support/report.ts';

/** What `dossier report` runs; the benchmarks build it before they begin. */
const child = fileURLToPath(new URL('../../dist/program/process-child.js', import.meta.url));
/** As the program starts it. */
const maxHeapMb = 3_072;
const bares = {
  pdfkit: fileURLToPath(new URL('./bare/pdfkit.ts', import.meta.url)),
  archive: fileURLToPath(new URL('./bare/archive.ts', import.meta.url)),
} as const;

/** The process of a report, measured from its start to its end. */
export function reportProcess(report: PackedReport, options: ReportOptions, path: string): Promise<Taken> {
  const input = Buffer.concat(orderInput(report, options, { path }));
  return measure(child, [], { input, flags: heapFlags(maxHeapMb) });
}

/** PDFKit alone, or an archive of XML alone, with the words of the same document. */
export function bareProcess(
  program: keyof typeof bares,
  document: ReportDocument,
  out: string,
): Promise<Taken> {
  return measure(bares[program], [out], { input: JSON.stringify(linesOf(document)) });
}

type Words = readonly [size: number, mono: boolean, text: string];

function linesOf({ blocks }: ReportDocument): Words[] {
  const lines: Words[] = [];
  for (const block of blocks) {
    if (block.kind !== 'finding') continue;
    lines.push([12.5, false, `${block.ref.number} ${block.ref.title}`]);
    for (const { label, values } of block.facts) {
      lines.push([9, false, `${label}: ${values.map(({ text }) => text).join(', ')}`]);
    }
    for (const { title, parts } of block.sections) {
      lines.push([10.5, false, title]);
      for (const { body } of parts) {
        if (body.kind === 'rich') lines.push([9.5, false, visibleText(body.root)]);
        else if (body.kind === 'code') lines.push([7.8, true, body.text]);
      }
    }
  }
  return lines;
}

/** How soon pages are there: the first, all, and the one in view after a change to one finding in the middle. */
export async function pagesAfterChange(snapshot: ReportSnapshot, options: ReportOptions): Promise<void> {
  let hear: (state: PagesState) => void = () => undefined;
  const preview = startPreview({ onPages: (state) => hear(state), onEnd: () => undefined });
  const complete = (turn: number): Promise<PagesState> =>
    new Promise((resolve) => {
      hear = (state) => {
        if (state.turn === turn && state.complete) resolve(state);
      };
    });
  const began = performance.now();
  const all = complete(preview.set({ report: packedOf(snapshot), options }));
  await preview.page(1);
  tell('first page in view, the process started', performance.now() - began, null, ' ms');
  await all;
  const full = performance.now() - began;
  tell('all pages laid out', full, null, ' ms');
  const times: number[] = [];
  const { id, page } = await middleOf(snapshot, options);
  for (let round = 1; round <= 5; round += 1) {
    const description = `Changed ${String(round)}. `.repeat(40 * round);
    const findings = snapshot.findings.map((finding) =>
      finding.id === id ? { ...finding, record: { ...finding.record, description } } : finding,
    );
    const changedAt = performance.now();
    const rest = complete(preview.set({ report: packedOf({ ...snapshot, findings }), options }));
    await preview.page(page);
    times.push(performance.now() - changedAt);
    await rest;
  }
  await preview.close();
  tell('page in view after a change to one finding', median(times), null, ' ms');
  tell('that / all pages', median(times) / full, 0.1);
}

/** A finding in the middle of the report, and the page on which it begins. */
async function middleOf(
  snapshot: ReportSnapshot,
  options: ReportOptions,
): Promise<{ readonly id: string; readonly page: number }> {
  const inOrder = numberedFindings(snapshot);
  const middle = inOrder[Math.floor(inOrder.length / 2)];
  const set = await setAll(
    new PageSetter(installedFonts),
    document(snapshot, options),
    new Map(),
    () => undefined,
  );
  const page = middle?.ref.target === undefined ? undefined : set.pageOf(middle.ref.target);
  if (middle === undefined || page === undefined) throw new Error('The report has no finding in its middle.');
  return { id: middle.id, page };
}

/** The memory of a report four times as long. */
export async function memoryOf(
  snapshot: ReportSnapshot,
  options: ReportOptions,
  scratch: string,
): Promise<void> {
  const { peakMb } = await reportProcess(packedOf(snapshot), options, join(scratch, 'long.pdf'));
  tell(`memory for ${String(snapshot.findings.length)} findings`, peakMb, 500, ' MB');
}
