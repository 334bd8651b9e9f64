import type { ReportOptions, ReportResult, ReportSnapshot } from '#contract/deliverable/report.ts';
import { defaultTheme } from '#contract/deliverable/theme.ts';
import { contextOf } from '../document/context.ts';
import { titleOf } from '../document/chapters/front.ts';
import { wordLanguages } from '../docx/language.ts';
import { tag, voidTag, type Markup } from '../html/markup.ts';
import { wordsOf } from '../languages/index.ts';
import { frameParts, officeFile, relationshipsPart, type OfficePart } from '../office/package.ts';
import { repeatedRanges, sheetRange, sheetXml, type Sheet, type SheetPaper } from './sheet-xml.ts';
import { sheetsOf } from './sheet-contents.ts';
import { stylesXml } from './styles.ts';

const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/**
 * Writes the findings of a snapshot for Excel (XLSX, ECMA-376): a summary, the findings, their assets, retests, and a list
 * of what is to be done. Texts are texts, never formulas; scores and days are numbers. The same snapshot gives the same bytes.
 */
export function writeXlsx(
  snapshot: ReportSnapshot,
  options: ReportOptions,
): {
  readonly bytes: Uint8Array;
  readonly longCells: NonNullable<ReportResult['longCells']>;
} {
  const language = options.language ?? 'en';
  const { sheets, longCells } = sheetsOf(snapshot, options, wordsOf(language));
  const context = contextOf(snapshot, options);
  const theme = snapshot.theme ?? defaultTheme;
  const paper: SheetPaper = {
    size: options.pageSize ?? theme.pageSize,
    header: [titleOf(context), options.draft ? context.words.draftMark : '', context.values.client],
    footer: context.values.classification,
  };
  const made = sheets.map((sheet, at) => sheetXml(sheet, at === 0, paper));
  const parts: OfficePart[] = [
    ...frameParts('xl/workbook.xml', {
      title: titleOf(context),
      author: context.values.author,
      client: context.values.client,
      at: snapshot.generatedAt,
      language: wordLanguages[language],
    }),
    { path: 'xl/workbook.xml', content: workbookXml(sheets), type: `${spreadsheetType}.sheet.main+xml` },
    relationshipsPart('xl/workbook.xml', [
      ...sheets.map((_, at) => ({
        id: `rId${String(at + 1)}`,
        kind: 'worksheet',
        target: `worksheets/sheet${String(at + 1)}.xml`,
      })),
      { id: `rId${String(sheets.length + 1)}`, kind: 'styles', target: 'styles.xml' },
    ]),
    {
      path: 'xl/styles.xml',
      content: stylesXml(theme),
      type: `${spreadsheetType}.styles+xml`,
    },
    ...made.flatMap(({ xml, relationships }, at): OfficePart[] => {
      const path = `xl/worksheets/sheet${String(at + 1)}.xml`;
      const part = { path, content: xml, type: `${spreadsheetType}.worksheet+xml` };
      return relationships.length === 0 ? [part] : [part, relationshipsPart(path, relationships)];
    }),
  ];
  return { bytes: officeFile(parts), longCells };
}

function quoted({ name }: Sheet): string {
  return `'${name.replaceAll("'", "''")}'`;
}

function workbookXml(sheets: readonly Sheet[]): Markup {
  const filters = sheets.flatMap((sheet, at) =>
    sheet.head
      ? [
          tag(
            'definedName',
            { name: '_xlnm._FilterDatabase', localSheetId: at, hidden: 1 },
            { text: `${quoted(sheet)}!${sheetRange(sheet, true)}` },
          ),
          tag(
            'definedName',
            { name: '_xlnm.Print_Titles', localSheetId: at },
            {
              text: repeatedRanges(sheet)
                .map((range) => `${quoted(sheet)}!${range}`)
                .join(','),
            },
          ),
        ]
      : [],
  );
  return tag(
    'workbook',
    {
      xmlns: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
      'xmlns:r': 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
    },
    [
      voidTag('workbookPr'),
      tag('bookViews', {}, voidTag('workbookView', { activeTab: 0 })),
      tag(
        'sheets',
        {},
        sheets.map(({ name }, at) =>
          voidTag('sheet', { name, sheetId: at + 1, 'r:id': `rId${String(at + 1)}` }),
        ),
      ),
      ...(filters.length === 0 ? [] : [tag('definedNames', {}, filters)]),
    ],
  );
}
