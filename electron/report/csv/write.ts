import type { CsvDecimal, CsvDelimiter } from '#contract/deliverable/choices.ts';
import type { ReportOptions, ReportResult, ReportSnapshot } from '#contract/deliverable/report.ts';
import { csvField } from '#domain/base/csv.ts';
import { wordsOf } from '../languages/index.ts';
import { reportedFindings } from '../document/numbered.ts';
import { findingColumns } from '../list/columns.ts';
import { findingRows, longCellsOf } from '../list/rows.ts';

/**
 * Writes the findings of a snapshot as a table: RFC 4180 in UTF-8. The byte order mark, by which spreadsheets
 * read the letters, can be left out. A row per finding or per asset, worst first; entries of lists on lines of their own,
 * texts in Markdown (`cellText`). Each round of retests has columns of its own, and a draft says so in one more.
 * Decimals are those of the spreadsheets that take the delimiter: 7,5 beside semicolons. The same snapshot gives the same bytes.
 */
export function writeCsv(
  snapshot: ReportSnapshot,
  options: ReportOptions,
): {
  readonly bytes: Uint8Array;
  readonly longCells: NonNullable<ReportResult['longCells']>;
} {
  const columns = findingColumns(snapshot, options);
  const names = [...columns.map(({ name }) => name), ...(options.draft ? ['Report'] : [])];
  const delimiter = options.csvDelimiter ?? ',';
  const decimal = options.csvDecimal ?? decimalBeside(delimiter, options.language);
  const found = findingRows(reportedFindings(snapshot, options), columns, options);
  const rows = found.map(({ cells }) => [
    ...columns.map(({ kind }, at) => {
      const text = cells[at] ?? '';
      return kind === 'score' ? decimalOf(text, decimal) : text;
    }),
    ...(options.draft ? ['DRAFT'] : []),
  ]);
  const lines = [names, ...rows].map(
    (row) => `${row.map((cell) => csvField(cell, delimiter)).join(delimiter)}\r\n`,
  );
  const bytes = Buffer.from(`${options.csvBom === false ? '' : '\ufeff'}${lines.join('')}`);
  return { bytes, longCells: longCellsOf(found, columns) };
}

/** The decimal sign of the spreadsheets for which a delimiter is taken; beside a tab it is that of the language. */
function decimalBeside(delimiter: CsvDelimiter, language: ReportOptions['language']): CsvDecimal {
  if (delimiter === '\t') return wordsOf(language ?? 'en').decimal;
  return delimiter === ';' ? ',' : '.';
}

/** A number with this decimal sign; anything else as it was written. */
function decimalOf(text: string, decimal: CsvDecimal): string {
  return /^\s*\d+\.\d+\s*$/u.test(text) ? text.replace('.', decimal) : text;
}
