import { csvColumns, type CsvColumn, type CsvMapping } from '#contract/scans/csv-mapping.ts';
import type { ScanItem } from '#contract/scans/item.ts';
import { ScanError } from '#contract/scans/problem.ts';
import { foldHeading } from '#domain/scans/csv-mappings.ts';
import { severityKeyOf } from '#domain/finding/labels/severity-names.ts';
import { cellsProblem, csvRows, delimiterOf } from '../csv/rows.ts';
import { addressesIn, cveIn, cweIn, isCwe, portOf, unique } from '../text/facts.ts';
import { htmlText, plainText } from '../text/markdown.ts';
import { cvssList, scanCvss } from './cvss.ts';
import type { ScanFormat } from './format.ts';
import { itemOf } from './item.ts';

/** Columns that are named as the members of an item. */
const ownNames: CsvMapping = {
  tool: 'csv',
  columns: Object.fromEntries(csvColumns.map((name) => [name, name])),
  severities: {},
  texts: 'plain',
};

/** A table that has all columns of a mapping. */
export function csvFormat(mapping: CsvMapping): ScanFormat {
  return { ...tableFormat(mapping, Object.values(mapping.columns)), mapping };
}

function tableFormat(mapping: CsvMapping, needed: readonly string[]): ScanFormat {
  return {
    name: 'csv',
    title: 'CSV',
    recognises: (head) => {
      const names = headingsIn(head);
      return needed.every((name) => names.has(foldHeading(name)));
    },
    async *read({ chunks, head }, report) {
      let places: ReadonlyMap<CsvColumn, number> | null = null;
      let width = 0;
      for await (const row of csvRows(chunks, delimiterOf(head))) {
        const { cells, line } = row;
        if (places === null) {
          places = placesIn(cells, mapping);
          width = cells.length;
          continue;
        }
        const message = cellsProblem(row, width);
        if (message !== null) report({ line, column: null, message });
        yield rowItem(cells, places, mapping, line);
      }
    },
  };
}

/** A table with our own names, which needs no mapping. */
export const csv: ScanFormat = tableFormat(ownNames, ['title', 'severity']);

function headingsIn(head: string): ReadonlySet<string> {
  const [first = ''] = head.split(/\r?\n/u, 1);
  return new Set(first.split(delimiterOf(head)).map((cell) => foldHeading(cell.replace(/^"|"$/gu, ''))));
}

function placesIn(headings: readonly string[], { columns }: CsvMapping): ReadonlyMap<CsvColumn, number> {
  const names = headings.map(foldHeading);
  const places = new Map<CsvColumn, number>();
  for (const column of csvColumns) {
    const heading = columns[column];
    const at = heading === undefined ? -1 : names.indexOf(foldHeading(heading));
    if (at !== -1) places.set(column, at);
  }
  if (!places.has('title')) throw new ScanError('The first row names no column of titles.', 1);
  return places;
}

function rowItem(
  cells: readonly string[],
  places: ReadonlyMap<CsvColumn, number>,
  { tool, severities, texts }: CsvMapping,
  line: number,
): ScanItem {
  const cell = (column: CsvColumn): string => (cells[places.get(column) ?? -1] ?? '').trim();
  const text = (column: CsvColumn): string => asMarkdown(cell(column), texts);
  const [severity, asset] = [cell('severity'), cell('asset')];
  const port = Number(cell('port') || NaN);
  const weakness = Number(cell('cwe') || NaN);
  const score = Number(cell('cvss').replace(',', '.') || NaN);
  return itemOf({
    tool,
    rule: cell('rule') || cell('title'),
    title: cell('title'),
    severity: meaningOf(severity, severities),
    asset,
    port: Number.isInteger(port) && port > 0 ? port : portOf(asset),
    path: cell('path') || null,
    description: text('description'),
    observation: text('observation'),
    remediation: text('remediation'),
    impact: text('impact'),
    references: addressesIn(cell('references')),
    cve: cveIn(cell('cve')),
    cwe: isCwe(weakness) ? [weakness] : cweIn(cell('cwe')),
    cvss: cvssList(scanCvss(cell('cvss'), Number.isNaN(score) ? null : score, '3.1')),
    tags: unique(
      cell('tags')
        .split(/[,;\n]/u)
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ''),
    ),
    line,
  });
}

function meaningOf(word: string, severities: CsvMapping['severities']): ScanItem['severity'] {
  const known = Object.entries(severities).find(([name]) => foldHeading(name) === foldHeading(word));
  return known?.[1] ?? severityKeyOf(word);
}

function asMarkdown(text: string, form: CsvMapping['texts']): string {
  if (form === 'markdown') return text.replaceAll('\r\n', '\n');
  return form === 'html' ? htmlText(text) : plainText(text);
}
