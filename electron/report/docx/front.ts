import { quietOn } from '#domain/deliverable/theme/readable.ts';
import type { Block, ReportDocument } from '../document/blocks.ts';
import { coverPicture } from '../images/cover-picture.ts';
import { markup, tag, voidTag, type Markup } from '../html/markup.ts';
import { white } from '../pdf/layout/theme.ts';
import { bookmarkName, fieldEnd, fieldStart } from './fields.ts';
import type { DocxFile } from './file.ts';
import { drawing } from './figures.ts';
import { pageField } from './text/inlines.ts';
import { sentenceBlocks } from './body.ts';
import { paragraph, type ParagraphLook } from './paragraph.ts';
import { emptyParagraph } from './text/rich.ts';
import { runs, wordColor, type RunLook } from './runs.ts';
import { tableXml, textCell, type TableCell } from './text/tables.ts';

type CoverBlock = Extract<Block, { kind: 'cover' }>;

/** Points of the coloured field, and of the label of a fact on the cover. */
const cover = { field: 330, picture: 150, label: 110, logo: { width: 150, height: 46 } } as const;

/** The cover: title and client on a field of colour, the facts of the engagement, the counts. */
export function coverBlocks(
  block: CoverBlock,
  { classification, draft, theme }: Pick<ReportDocument, 'classification' | 'draft' | 'theme'>,
  file: DocxFile,
): Markup[] {
  const { title, quiet, line, field } = coverParts(theme, file);
  const words = [
    ...(draft ? line(file.words.sentences.draft, { style: 'CoverText' }, { color: title, bold: true }) : []),
    ...line(classification.toUpperCase(), { style: 'Small' }, { color: quiet, bold: true }),
    emptyParagraph('CoverText'),
    emptyParagraph('CoverText'),
    ...line(block.title, { style: 'Title' }, { color: title }),
    ...line(block.subtitle, { style: 'Subtitle' }, { color: quiet }),
    emptyParagraph('CoverText'),
    ...line(block.client, { style: 'CoverText' }, { color: title }),
  ];
  const widths = [cover.label, file.column - cover.label];
  const facts = block.facts.map(({ label, values }) => ({
    cells: [
      textCell(label, cover.label, file),
      textCell(values.map(({ text }) => text).join(', '), widths[1] ?? 0, file, true),
    ],
  }));
  file.pages.newPage();
  file.pages.add(1);
  const picture = pictureAbove(theme, file);
  return [
    ...coverLogo(theme, 'right', file),
    ...picture,
    field(words, picture.length === 0 ? cover.field : cover.field - cover.picture),
    emptyParagraph('CoverText'),
    ...(facts.length === 0 ? [] : [tableXml(facts, { style: 'DossierPlain', widths })]),
    emptyParagraph('CoverText'),
    ...counts(block, file),
  ];
}

/** What the first and the last page are made of: their colours, lines on the field, and the field itself. */
function coverParts({ cover: style, colors }: ReportDocument['theme'], file: DocxFile) {
  const band = style === 'band';
  return {
    title: wordColor(band ? white : colors.ink),
    quiet: wordColor(band ? quietOn(colors.cover) : colors.muted),
    line: (text: string, look: ParagraphLook, letters: RunLook, xml = runs(text, letters)): Markup[] =>
      text === '' ? [] : [paragraph({ xml, text }, band ? { ...look, indent: 16 } : look, file, null)],
    field: (content: readonly Markup[], height: number = cover.field): Markup => {
      const fill = band ? { fill: wordColor(colors.cover) } : {};
      return tableXml([{ cells: [{ content, width: file.column, ...fill }], height }], {
        style: 'DossierPlain',
        widths: [file.column],
      });
    },
  };
}

/** The last page: the company on the field of the cover, with its address and how to reach it. */
export function backBlocks(
  block: Extract<Block, { kind: 'back' }>,
  { theme }: Pick<ReportDocument, 'theme'>,
  file: DocxFile,
): Markup[] {
  const { title, quiet, line, field } = coverParts(theme, file);
  const words = [
    emptyParagraph('CoverText'),
    ...line(block.company, { style: 'Subtitle' }, { color: title, bold: true }),
    ...block.address.flatMap((text) => line(text, { style: 'CoverText' }, { color: title })),
    ...(block.reach.length === 0 ? [] : [emptyParagraph('CoverText')]),
    ...block.reach.flatMap(({ label, values: [value] }) => {
      const text = value?.text ?? '';
      const id = value?.href === undefined ? null : file.link(value.href);
      const said = runs(text, { color: title, underline: id !== null });
      const link = id === null ? said : tag('w:hyperlink', { 'r:id': id, 'w:history': 1 }, said);
      const xml = markup([runs(`${label}: `, { color: quiet }), link]);
      return line(`${label}: ${text}`, { style: 'CoverText' }, {}, xml);
    }),
  ];
  file.pages.add(1);
  return [...coverLogo(theme, 'left', file), field(words), emptyParagraph('Small')];
}

/** The severities with their counts, side by side. */
function counts({ counts: all }: CoverBlock, file: DocxFile): Markup[] {
  if (all.length === 0) return [];
  const width = file.column / all.length;
  const cells = all.map(({ severity, label, count }): TableCell => {
    const look = { color: wordColor(white), bold: true };
    return {
      width,
      fill: wordColor(file.theme.colors.severities[severity]),
      content: [
        paragraph(
          { xml: runs(String(count), { ...look, size: 18 }), text: String(count) },
          { style: 'TableText', align: 'center' },
          file,
          null,
        ),
        paragraph(
          { xml: runs(label, look), text: label },
          { style: 'TableText', align: 'center' },
          file,
          null,
        ),
      ],
    };
  });
  return [
    tableXml([{ cells }], { style: 'DossierPlain', widths: all.map(() => width) }),
    emptyParagraph('Small'),
  ];
}

/** The picture of the cover, above the field: Word paints the colour of a cell over what lies behind its text. */
function pictureAbove({ coverPicture: picture }: ReportDocument['theme'], file: DocxFile): Markup[] {
  const content = picture === undefined ? undefined : file.imageBytes(picture.sha256);
  if (content === undefined) return [];
  const size = { width: file.column, height: cover.picture };
  const address = coverPicture(content, { ...size, scrim: null });
  const placed = address === null ? null : file.picture(address);
  if (placed === null) return [];
  const xml = drawing(placed, size, null, null, file, false);
  return [paragraph({ xml, text: '' }, { style: 'Picture', keepNext: true }, file, null)];
}

function coverLogo({ logo }: ReportDocument['theme'], align: 'left' | 'right', file: DocxFile): Markup[] {
  if (logo === null) return [];
  const placed = file.picture(logo.sha256);
  if (placed === null) return [];
  const scale = Math.min(cover.logo.width / logo.width, cover.logo.height / logo.height);
  const size = { width: logo.width * scale, height: logo.height * scale };
  return [
    paragraph(
      { xml: drawing(placed, size, 'Logo', null, file), text: '' },
      { style: 'CoverText', align },
      file,
      null,
    ),
  ];
}

/** The contents as a field, filled: Word makes them anew from the headings when it is asked to. @param hasHeading their heading stands before them */
export function contentsBlocks(
  { title, note, entries }: Extract<Block, { kind: 'contents' }>,
  file: DocxFile,
  hasHeading = false,
): Markup[] {
  const heading = paragraph(
    { xml: runs(title), text: title },
    { style: 'ContentsTitle', newPage: true },
    file,
    file.column,
  );
  const lines = entries.map((entry, at): Markup => {
    const { target } = entry.kind === 'finding' ? entry.ref : entry;
    const text = entry.kind === 'finding' ? `${entry.ref.number} ${entry.ref.title}` : entry.title;
    const link = tag('w:hyperlink', { 'w:anchor': bookmarkName(target), 'w:history': 1 }, [
      runs(text),
      tag('w:r', {}, voidTag('w:tab')),
      pageField(target),
    ]);
    const style = entry.kind === 'chapter' ? 'TOC1' : 'TOC2';
    return paragraph(
      { xml: at === 0 ? markup([fieldStart('TOC \\o "1-2" \\h \\z'), link]) : link, text },
      { style, ...(file.isTemplate && { rightTab: file.column }) },
      file,
      file.column,
    );
  });
  const headings = hasHeading ? [] : [heading];
  if (lines.length === 0) return headings;
  const end = tag('w:p', {}, [tag('w:pPr', {}, voidTag('w:pStyle', { 'w:val': 'Small' })), fieldEnd()]);
  const whole = tag('w:sdt', {}, [
    tag(
      'w:sdtPr',
      {},
      tag('w:docPartObj', {}, [
        voidTag('w:docPartGallery', { 'w:val': 'Table of Contents' }),
        voidTag('w:docPartUnique'),
      ]),
    ),
    tag('w:sdtContent', {}, [...headings, ...lines, end]),
  ]);
  return [whole, ...(note === undefined ? [] : sentenceBlocks(note, file))];
}
