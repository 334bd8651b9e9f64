import type { Body, Fact, Heading, Part } from '../document/blocks.ts';
import { levels } from '../document/text/heading-levels.ts';
import { markup, type Markup } from '../html/markup.ts';
import { bookmarkName } from './fields.ts';
import type { DocxFile } from './file.ts';
import { figureBlocks } from './figures.ts';
import { bookmarked, paragraph } from './paragraph.ts';
import { codeBlock, richText } from './text/rich.ts';
import { plainTableXml } from './text/tables.ts';
import { runs } from './runs.ts';
import { headingStyle } from './style-names.ts';
import { behindTable, countRow, tableXml, textCell, valuesLine, type TableRow } from './text/tables.ts';

/** The heading of a chapter, on a page of its own, or of a section. */
export function chapterHeading({ target, title, parent }: Heading, file: DocxFile): Markup {
  const isChapter = parent === undefined;
  if (isChapter) file.pages.newPage();
  file.pages.place(target);
  return paragraph(
    { xml: bookmarked(bookmarkName(target), runs(title), file), text: title },
    { style: headingStyle(isChapter ? levels.chapter : levels.section), newPage: isChapter, keepNext: true },
    file,
    file.column,
  );
}

/** A sentence of the report's own; nothing if it is empty. */
export function sentenceBlocks(words: string, file: DocxFile): Markup[] {
  if (words === '') return [];
  return [paragraph({ xml: runs(words), text: words }, { style: 'BodyText' }, file, file.column)];
}

/** A piece of a text under its small title. @param level that of the title and of the headings within @param room points of a page */
export function partBlocks({ title, body }: Part, level: number, room: number, file: DocxFile): Markup[] {
  const heading =
    title === undefined
      ? []
      : [
          paragraph(
            { xml: runs(title), text: title },
            // The first levels stand in the contents.
            { style: headingStyle(Math.max(levels.part, level)), keepNext: true },
            file,
            file.column,
          ),
        ];
  return [...heading, ...bodyBlocks(body, level, room, file)];
}

function bodyBlocks(body: Body, level: number, room: number, file: DocxFile): Markup[] {
  switch (body.kind) {
    case 'rich':
      return richText(body.root, level, file);
    case 'code':
      return codeBlock(body.text, file);
    case 'figure':
      return figureBlocks(body.figure, room, file);
    case 'table':
      return plainTableXml(body.table, body.table.name, file);
    default:
      return body satisfies never;
  }
}

const labelWidth = 96;

/** Labels with their values, as a table. */
export function factBlocks(facts: readonly Fact[], file: DocxFile): Markup[] {
  if (facts.length === 0) return [];
  const widths = [labelWidth, file.column - labelWidth];
  const rows = facts.map(({ label, values, layout }): TableRow => {
    const apart = layout === 'row' ? ', ' : '\n';
    countRow([label, values.map(({ text }) => text).join(apart)], widths, file);
    const line = (some: readonly (typeof values)[number][]): Markup =>
      paragraph(valuesLine(some, file), { style: 'TableText' }, file, null);
    return {
      breaks: values.length > 12,
      cells: [
        textCell(label, labelWidth, file, true),
        {
          width: widths[1] ?? 0,
          content: layout === 'row' ? [line(values)] : values.map((value) => line([value])),
        },
      ],
    };
  });
  return [markup([tableXml(rows, { style: 'DossierFacts', widths })]), behindTable(file)];
}
