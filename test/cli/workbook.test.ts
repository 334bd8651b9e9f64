import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import validate from '@ooxml-tools/validate';
import { afterAll, describe, expect, it, type TestContext } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import type { ReportOptions } from '#contract/deliverable/report.ts';
import { reportedFindings } from '#report/document/numbered.ts';
import { shownText } from '#report/document/text/shown-text.ts';
import { statusText } from '#report/document/severity.ts';
import { wordsOf } from '#report/languages/index.ts';
import { findingColumns, longestCell } from '#report/list/columns.ts';
import { findingRows } from '#report/list/rows.ts';
import { generateFindings } from '#sample/data/generator.ts';
import { writeXlsx } from '#report/xlsx/write.ts';
import { attacks } from '../e2e/hostile/corpus.ts';
import { hostileBody } from '../e2e/hostile/visit.ts';
import { hasRealData, noRealData, realFiles } from '../support/real-data.ts';
import { hardFindings } from '../report/support/every-text.ts';
import { lostIn, words } from '../report/support/format-texts.ts';
import { readOffice } from '../report/support/office-file.ts';
import { snapshotOf } from '../report/support/snapshots.ts';
import { sheetFaults } from '../report/xlsx/sheet-faults.ts';

/* Workbooks of Excel as other programs read them: the Open XML SDK, and openpyxl and LibreOffice if they are there. */

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'dossier-excel-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const options: ReportOptions = { draft: false, assetRows: 'each' };

const sets: Readonly<Record<string, (() => readonly JsonObject[]) | undefined>> = {
  'hard findings': () => hardFindings,
  'hostile findings': () => attacks(60).map(({ text }, at) => hostileBody(text, at) as JsonObject),
  'generated findings': () => Array.from(generateFindings(7, 60), ({ body }) => body as JsonObject),
  'no findings': () => [],
  ...Object.fromEntries(
    realFiles.map((file) => [
      `the findings of ${basename(file)}`,
      hasRealData ? () => JSON.parse(readFileSync(file, 'utf8')) as JsonObject[] : undefined,
    ]),
  ),
};

/** What openpyxl reads: the kind and the value of every cell of a sheet, row by row. */
const reader = `
import json, sys
from openpyxl import load_workbook
from openpyxl.utils.escape import unescape
book = load_workbook(sys.argv[1])
def value(cell):
    if cell.value is None: return None
    return [cell.data_type, unescape(cell.value) if isinstance(cell.value, str) else str(cell.value)]
json.dump({sheet.title: [[value(cell) for cell in row] for row in sheet.iter_rows()] for sheet in book}, sys.stdout)
`;

/** Skips the test, and says why, without a program of the system. */
function needs(context: TestContext, path: string, packageName: string): void {
  if (!existsSync(path)) context.skip(`not on this machine: ${path} (Debian: ${packageName})`);
}

/** The file of a set of findings, and what it is made from; skips the test if the set is not on this machine. */
function workbookOf(context: TestContext, name: string) {
  const records = sets[name];
  if (records === undefined) context.skip(noRealData);
  const snapshot = snapshotOf(records?.() ?? []);
  const path = join(folder, `${name.replace(/\W+/gu, '-')}.xlsx`);
  const { bytes } = writeXlsx(snapshot, options);
  writeFileSync(path, bytes);
  return { snapshot, path, bytes };
}

describe.each(Object.keys(sets))('a workbook of %s', (name) => {
  it('has no fault that is known, and no error for the Open XML SDK', async (context) => {
    const { bytes } = workbookOf(context, name);
    expect(sheetFaults(readOffice(bytes))).toEqual([]);
    expect(await validate(Uint8Array.from(bytes), 'xlsx', 'Microsoft365')).toEqual([]);
  }, 120_000);

  it('is read by openpyxl with every text as it is, and no formula', async (context) => {
    needs(context, '/usr/lib/python3/dist-packages/openpyxl', 'python3-openpyxl');
    const { snapshot, path } = workbookOf(context, name);
    const { stdout } = await run('/usr/bin/python3', ['-c', reader, path], { maxBuffer: 1_000_000_000 });
    const sheets = JSON.parse(stdout) as Readonly<
      Record<string, readonly (readonly ([kind: string, value: string] | null)[])[]>
    >;
    const kinds = new Set(
      Object.values(sheets).flatMap((rows) => rows.flat().map((cell) => cell?.[0] ?? '')),
    );
    expect([...kinds].filter((kind) => !['', 's', 'n', 'd', 'inlineStr'].includes(kind))).toEqual([]);
    const language = wordsOf('en');
    const columns = findingColumns(snapshot, options);
    const [head = [], ...rows] = sheets[language.chapters.findings] ?? [];
    const titles = head.map((cell) => cell?.[1]);
    const expected = findingRows(reportedFindings(snapshot, options, language), columns, options);
    expect(rows.length).toBe(expected.length);
    const wrong = expected.flatMap(({ finding, cells }, row) =>
      columns.flatMap(({ title, kind, name: column }, at) => {
        if (kind === 'severity') return [];
        const found = rows[row]?.[titles.indexOf(title(language))]?.[1] ?? '';
        const text =
          kind === 'status' && cells[at] !== '' ? statusText(cells[at] ?? '', language) : cells[at];
        const whole = shownText((text ?? '').replace(/\r\n?/gu, '\n')).replace(/[\ufffe\uffff]/gu, '\ufffd');
        const same =
          kind === 'score' && /^\d+(?:\.\d+)?$/u.test(whole)
            ? Number(found) === Number(whole)
            : found === whole || ((text ?? '').length > longestCell && whole.startsWith(found.slice(0, -1)));
        return same
          ? []
          : [`${finding.ref.number} ${column}: ${JSON.stringify([whole, found]).slice(0, 200)}`];
      }),
    );
    expect(wrong).toEqual([]);
  }, 120_000);
});

describe.each(['generated findings', 'the findings of pwndoc-vulns.json'])('a workbook of %s', (name) => {
  it('is turned into pages by LibreOffice, with every title', async (context) => {
    needs(context, '/usr/bin/soffice', 'libreoffice-calc');
    // Writer alone has the same command.
    needs(context, '/usr/lib/libreoffice/program/libsclo.so', 'libreoffice-calc');
    needs(context, '/usr/bin/pdftotext', 'poppler-utils');
    const { snapshot, path } = workbookOf(context, name);
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    await run('/usr/bin/soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, path], {
      timeout: 100_000,
    });
    const pages = path.replace(/xlsx$/u, 'pdf');
    const { stdout } = await run('/usr/bin/pdftotext', ['-raw', pages, '-'], { maxBuffer: 100_000_000 });
    const titles = reportedFindings(snapshot, options).map(({ ref }) => ({
      where: ref.number,
      text: words(ref.title),
    }));
    // Longer titles take two lines, between which the next column stands; other letters may come in another order.
    const plain = titles.filter(({ text }) => /^[\u0020-\u007e]{1,40}$/u.test(text));
    expect(plain.length).toBeGreaterThan(3);
    expect(lostIn(stdout, plain)).toEqual([]);
  }, 120_000);
});
