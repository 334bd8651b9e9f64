import type { Block, SummaryRow } from '../document/blocks.ts';
import type { Markup } from '../html/markup.ts';
import type { DocxFile } from './file.ts';
import { pageField, placeLink, refXml } from './text/inlines.ts';
import { paragraph } from './paragraph.ts';
import { runs } from './runs.ts';
import { chipStyle } from './styles.ts';
import { behindTable, countRow, tableXml, textCell, type TableCell, type TableRow } from './text/tables.ts';

/** Words of a cell as one paragraph. */
function cell(xml: Markup, text: string, width: number, file: DocxFile, middle = false): TableCell {
  const align = middle ? { align: 'center' as const } : {};
  return { width, content: [paragraph({ xml, text }, { style: 'TableText', ...align }, file, null)] };
}

function chip(key: string, text: string, width: number, file: DocxFile): TableCell {
  return cell(runs(`\u00a0${text}\u00a0`, { style: chipStyle(key) }), text, width, file);
}

function headRow(titles: readonly string[], widths: readonly number[], file: DocxFile): TableRow {
  return { head: true, cells: titles.map((title, at) => textCell(title, widths[at] ?? 0, file, true)) };
}

/** A row for each finding, with the page on which it stands. */
export function findingTable(rows: readonly SummaryRow[], file: DocxFile): Markup[] {
  const { columns, captions } = file.words;
  // As in the PDF: a column of dashes alone would only take the room of the titles.
  const scored = rows.some(({ cvss }) => cvss !== '');
  const narrow = [36, 76, ...(scored ? [44] : []), 40];
  const title = file.column - narrow.reduce((sum, width) => sum + width, 0);
  const widths = [36, 76, title, ...(scored ? [44] : []), 40];
  const heads = [
    columns.number,
    columns.severity,
    columns.title,
    ...(scored ? [columns.cvss] : []),
    columns.page,
  ];
  const body = rows.map((ref): TableRow => {
    const { target, sentence } = ref;
    countRow(['', '', sentence === undefined ? ref.title : `${ref.title}\n${sentence}`], widths, file);
    const named = cell(
      target === undefined ? runs(ref.title) : placeLink(target, ref.title),
      ref.title,
      title,
      file,
    );
    return {
      cells: [
        textCell(ref.number, 36, file),
        chip(ref.severity, ref.severityText, 76, file),
        sentence === undefined
          ? named
          : { ...named, content: [...named.content, ...textCell(sentence, title, file).content] },
        ...(scored ? [textCell(ref.cvss === '' ? '\u2013' : ref.cvss, 44, file)] : []),
        target === undefined ? textCell('\u2013', 40, file) : cell(pageField(target), '', 40, file),
      ],
    };
  });
  return [
    tableXml([headRow(heads, widths, file), ...body], {
      style: 'DossierTable',
      widths,
      caption: captions.allFindings,
    }),
    behindTable(file),
  ];
}

/** Findings against assets; the names of the assets run upwards. */
export function matrixBlocks(block: Extract<Block, { kind: 'matrix' }>, file: DocxFile): Markup[] {
  const { columns } = file.words;
  const each = Math.min(40, (file.column * 0.6) / Math.max(1, block.columns.length));
  const first = file.column - each * block.columns.length;
  const widths = [first, ...block.columns.map(() => each)];
  const longest = Math.max(0, ...block.columns.map(({ text }) => text.length));
  const head: TableRow = {
    head: true,
    height: Math.min(150, 24 + longest * 5),
    cells: [
      textCell(columns.finding, first, file, true),
      ...block.columns.map(({ text, target }): TableCell => ({
        ...cell(target === undefined ? runs(text) : placeLink(target, text), text, each, file),
        turned: true,
        middle: true,
      })),
    ],
  };
  const rows = block.rows.map(({ ref, cells }): TableRow => {
    countRow([`${ref.number} ${ref.title}`], widths, file);
    return {
      cells: [
        cell(refXml(ref), ref.title, first, file),
        ...cells.map((there) => cell(runs(there ? '\u00d7' : ''), '', each, file, true)),
      ],
    };
  });
  return [
    tableXml([head, ...rows], { style: 'DossierTable', widths, caption: block.title }),
    behindTable(file),
  ];
}

/** A row for each finding, a column for each round. */
export function retestBlocks(block: Extract<Block, { kind: 'retest' }>, file: DocxFile): Markup[] {
  const { columns } = file.words;
  const each = Math.min(96, (file.column * 0.5) / Math.max(1, block.rounds.length));
  const severity = 76;
  const first = file.column - severity - each * block.rounds.length;
  const widths = [first, severity, ...block.rounds.map(() => each)];
  const heads = [
    columns.finding,
    columns.severity,
    ...block.rounds.map(({ name, period }) => (period === '' ? name : `${name} (${period})`)),
  ];
  const rows = block.rows.map(({ ref, cells }): TableRow => {
    countRow([`${ref.number} ${ref.title}`], widths, file);
    return {
      cells: [
        cell(refXml(ref), ref.title, first, file),
        chip(ref.severity, ref.severityText, severity, file),
        ...cells.map((one) =>
          one === null ? textCell('\u2013', each, file) : chip(one.verdict, one.text, each, file),
        ),
      ],
    };
  });
  return [
    tableXml([headRow(heads, widths, file), ...rows], {
      style: 'DossierTable',
      widths,
      caption: block.title,
    }),
    behindTable(file),
  ];
}
