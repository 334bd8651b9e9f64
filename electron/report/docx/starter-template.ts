import { quietOn } from '#domain/deliverable/theme/readable.ts';
import { defaultTheme } from '#contract/deliverable/theme.ts';
import { severityKeys } from '../document/blocks.ts';
import type { LanguageKey } from '../languages/index.ts';
import { markup, tag, voidTag, type Markup } from '../html/markup.ts';
import { frameParts, officeFile, relationshipsPart, type OfficePart } from '../office/package.ts';
import { pageMargins, pageSizes, white } from '../pdf/layout/theme.ts';
import { DocxFile } from './file.ts';
import { pageNumbers, partNames } from './header-footer.ts';
import { wordLanguages } from './language.ts';
import { paragraph, twips, type ParagraphLook } from './paragraph.ts';
import { runs, wordColor, type RunLook } from './runs.ts';
import { settingsXml } from './side-parts.ts';
import { docxFonts, stylesXml } from './styles.ts';
import { emptyParagraph } from './text/rich.ts';
import { tableXml, textCell, type TableCell } from './text/tables.ts';
import { documentNames, wordType } from './write.ts';

/** A mark as it is typed. */
function mark(name: string): string {
  return `{{${name}}}`;
}

const about = {
  en: {
    title: 'About us',
    texts: [
      'This page is the same in every report. Write here who you are, how you work and how clients reach you.',
      'Everything of this template can be changed in Word: page size, fonts, colours, cover, header and footer. Words in double braces are filled when a report is made.',
    ],
  },
  de: {
    title: 'Über uns',
    texts: [
      'Diese Seite ist in jedem Bericht gleich. Hier steht, wer Sie sind, wie Sie arbeiten und wie Kunden Sie erreichen.',
      'Alles an dieser Vorlage lässt sich in Word ändern: Papier, Schriften, Farben, Deckblatt, Kopf- und Fußzeile. Namen in doppelten Klammern werden gefüllt, wenn ein Bericht entsteht.',
    ],
  },
} as const;

/** Points of the coloured field of the cover, of the labels below it, and of head and foot from the edges. */
const cover = { field: 300, label: 120 } as const;
const edge = { head: 34, foot: 30 } as const;

/** The template that a company begins with (DOTX): cover, contents, report and a page of its own. The same bytes each time. */
export function starterTemplateFile(language: LanguageKey): Uint8Array {
  const size = pageSizes.A4;
  const [left, top, right, bottom] = pageMargins;
  const page = { column: size[0] - left - right, room: size[1] - top - bottom };
  const notes = { bodies: new Map(), named: new Set<string>() };
  const file = new DocxFile({ language, theme: defaultTheme }, new Map(), notes, page);
  const side = [
    sidePart('header1', 'w:hdr', 'Header', [
      runs(mark('title'), { bold: true }),
      tag('w:r', {}, voidTag('w:tab')),
      runs(mark('client')),
    ]),
    sidePart('header2', 'w:hdr', 'Header', []),
    sidePart('footer1', 'w:ftr', 'Footer', [
      runs(mark('classification'), { bold: true }),
      tag('w:r', {}, voidTag('w:tab')),
      ...pageNumbers(file),
    ]),
    sidePart('footer2', 'w:ftr', 'Footer', []),
  ];
  const references = side.map(({ path, kind }) =>
    voidTag(`w:${kind}Reference`, {
      'w:type': path.endsWith('1.xml') ? 'default' : 'first',
      'r:id': file.relate(kind, path.slice('word/'.length)),
    }),
  );
  const section = tag('w:sectPr', {}, [
    ...references,
    voidTag('w:pgSz', { 'w:w': twips(size[0]), 'w:h': twips(size[1]) }),
    voidTag('w:pgMar', {
      'w:top': twips(top),
      'w:right': twips(right),
      'w:bottom': twips(bottom),
      'w:left': twips(left),
      'w:header': twips(edge.head),
      'w:footer': twips(edge.foot),
      'w:gutter': 0,
    }),
    voidTag('w:titlePg'),
  ]);
  const { title, texts } = about[language];
  const body = [
    ...coverXml(file),
    line(mark('contents'), { style: 'BodyText' }, file),
    line(mark('report'), { style: 'BodyText' }, file),
    line(title, { style: 'Heading1', newPage: true }, file),
    ...texts.map((text) => line(text, { style: 'BodyText' }, file)),
  ];
  const styles = stylesXml(
    defaultTheme,
    docxFonts(defaultTheme, new Map()),
    page.column,
    wordLanguages[language],
  );
  const others = [
    { path: 'word/styles.xml', kind: 'styles', content: styles },
    {
      path: 'word/settings.xml',
      kind: 'settings',
      content: settingsXml(wordLanguages[language], file.words.decimal, false),
    },
  ];
  for (const { path, kind } of others) file.relate(kind, path.slice('word/'.length));
  const parts: OfficePart[] = [
    ...frameParts('word/document.xml', {
      title: '',
      author: '',
      client: '',
      at: '2026-01-01T00:00:00Z',
      language: wordLanguages[language],
    }),
    {
      path: 'word/document.xml',
      content: tag('w:document', documentNames, tag('w:body', {}, [markup(body), section])),
      type: `${wordType}.template.main+xml`,
    },
    ...[...side, ...others].map(({ path, kind, content }) => ({
      path,
      content,
      type: `${wordType}.${kind}+xml`,
    })),
    relationshipsPart('word/document.xml', file.relationships),
  ];
  return officeFile(parts);
}

function sidePart(name: string, tagName: 'w:hdr' | 'w:ftr', style: string, words: readonly Markup[]) {
  const properties = tag('w:pPr', {}, voidTag('w:pStyle', { 'w:val': style }));
  return {
    path: `word/${name}.xml`,
    kind: tagName === 'w:hdr' ? 'header' : 'footer',
    content: tag(tagName, partNames, tag('w:p', {}, [properties, ...words])),
  };
}

function line(text: string, look: ParagraphLook, file: DocxFile, letters: RunLook = {}): Markup {
  return paragraph({ xml: runs(text, letters), text }, look, file, null);
}

/** Title and client on a field of colour, the facts, and how many findings there are. */
function coverXml(file: DocxFile): Markup[] {
  const { words, column, theme } = file;
  const indent = 16;
  const light = { color: wordColor(white) };
  const quiet = { color: wordColor(quietOn(theme.colors.cover)) };
  const field: TableCell = {
    width: column,
    fill: wordColor(theme.colors.cover),
    content: [
      emptyParagraph('Small'),
      line(`${mark('classification')}  ${mark('draft')}`, { style: 'Small', indent }, file, {
        ...quiet,
        bold: true,
      }),
      emptyParagraph('CoverText'),
      emptyParagraph('CoverText'),
      line(mark('title'), { style: 'Title', indent }, file, light),
      line(mark('subtitle'), { style: 'Subtitle', indent }, file, quiet),
      emptyParagraph('CoverText'),
      line(mark('client'), { style: 'CoverText', indent }, file, light),
    ],
  };
  const facts = [
    [words.cover.engagement, mark('engagement')],
    [words.cover.tests, mark('period')],
    [words.cover.date, mark('date')],
    [words.cover.version, mark('version')],
    [words.cover.author, mark('author')],
  ] as const;
  const widths = [cover.label, column - cover.label];
  const rows = facts.map(([label, value]) => ({
    cells: [textCell(label, cover.label, file), textCell(value, column - cover.label, file, true)],
  }));
  const severities = severityKeys.filter((severity) => severity !== 'unknown');
  const width = column / severities.length;
  const counts = severities.map((severity): TableCell => ({
    width,
    fill: wordColor(theme.colors.severities[severity]),
    content: [
      line(mark(`count.${severity}`), { style: 'TableText', align: 'center' }, file, {
        ...light,
        bold: true,
        size: 18,
      }),
      line(words.severities[severity], { style: 'TableText', align: 'center' }, file, {
        ...light,
        bold: true,
      }),
    ],
  }));
  return [
    tableXml([{ cells: [field], height: cover.field }], { style: 'DossierPlain', widths: [column] }),
    emptyParagraph('CoverText'),
    tableXml(rows, { style: 'DossierPlain', widths }),
    emptyParagraph('CoverText'),
    tableXml([{ cells: counts }], { style: 'DossierPlain', widths: severities.map(() => width) }),
    emptyParagraph('Small'),
  ];
}
