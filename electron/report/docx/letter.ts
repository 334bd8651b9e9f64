import type { Block, ReportDocument } from '../document/blocks.ts';
import { levels } from '../document/text/heading-levels.ts';
import type { Markup } from '../html/markup.ts';
import { factBlocks, partBlocks, sentenceBlocks } from './body.ts';
import { bookmarkName } from './fields.ts';
import { drawing } from './figures.ts';
import type { DocxFile } from './file.ts';
import { bookmarked, paragraph, type ParagraphLook } from './paragraph.ts';
import { ratingBlock } from './rating.ts';
import { runs, wordColor, type RunLook } from './runs.ts';
import { headingStyle } from './style-names.ts';
import { tableXml, type TableCell } from './text/tables.ts';
import { emptyParagraph } from './text/rich.ts';

/** Points: the logo, the columns, and how high the place of sender and recipient is at least. */
const head = { logo: { width: 150, height: 36 }, recipient: 270, sender: 62, zone: 148 } as const;
/** Letters of headings in a letter, which are small. */
const headingSize = { subject: 14, passage: 11 } as const;
const signing = { width: 200, room: 40 } as const;

/** Sender, recipient, day and subject of a letter: tables without lines, as the paper of a company has them. */
export function letterHeadBlocks(
  block: Extract<Block, { kind: 'letter-head' }>,
  { theme }: Pick<ReportDocument, 'theme'>,
  file: DocxFile,
): Markup[] {
  const { sender, remark, recipient, facts, subject, target } = block;
  const { colors } = theme;
  const line = (text: string, letters: RunLook = {}, look: ParagraphLook = {}): Markup[] =>
    text === ''
      ? []
      : [paragraph({ xml: runs(text, letters), text }, { style: 'TableText', ...look }, file, null)];
  const quiet = { color: wordColor(colors.muted), size: 8.5 };
  const from = sender.name === '' || sender.address === '' ? '' : `${sender.name} \u00b7 ${sender.address}`;
  const right = file.column - head.recipient;
  file.pages.newPage();
  file.pages.add(head.sender + head.zone);
  file.pages.place(target);
  return [
    tableXml(
      [
        {
          height: head.sender,
          cells: [
            {
              width: head.recipient,
              content: [
                ...line(sender.name, { bold: true, size: 13 }),
                ...line(sender.address, quiet),
                ...line(sender.reach.join(' \u00b7 '), quiet),
              ],
            },
            { width: right, content: logoBlocks(theme, file) },
          ],
        },
        {
          height: head.zone,
          cells: [
            {
              width: head.recipient,
              content: [
                ...line(from, { ...quiet, size: 7 }),
                ...line(remark, { ...quiet, bold: true }),
                ...recipient.flatMap((one) => line(one, { size: 10.5 })),
              ],
            },
            {
              width: right,
              content: facts.flatMap(({ label, values }) => [
                ...line(label, quiet),
                ...values.flatMap(({ text }) => line(text)),
              ]),
            },
          ],
        },
      ],
      { style: 'DossierPlain', widths: [head.recipient, right] },
    ),
    paragraph(
      {
        xml: bookmarked(bookmarkName(target), runs(subject, { size: headingSize.subject }), file),
        text: subject,
      },
      { style: headingStyle(1), keepNext: true },
      file,
      file.column,
    ),
  ];
}

/** A piece of a letter under its small heading, without a page of its own. @param room points of a page */
export function passageBlocks(
  { target, title, rating, facts, parts }: Extract<Block, { kind: 'passage' }>,
  room: number,
  file: DocxFile,
): Markup[] {
  file.pages.place(target);
  const heading = {
    xml: bookmarked(bookmarkName(target), runs(title, { size: headingSize.passage }), file),
    text: title,
  };
  const style = headingStyle(levels.section);
  return [
    ...(title === '' ? [] : [paragraph(heading, { style, keepNext: true }, file, file.column)]),
    ...(rating === undefined
      ? []
      : [ratingBlock(rating.grade, file), ...sentenceBlocks(rating.sentence, file)]),
    ...factBlocks(facts, file),
    ...parts.flatMap((part) => partBlocks(part, levels.section, room, file)),
  ];
}

/** The end of a letter, with room to sign for each. */
export function signatureBlocks(
  { sentence, closing, signers }: Extract<Block, { kind: 'signatures' }>,
  file: DocxFile,
): Markup[] {
  const { colors } = file.theme;
  const text = (words: string, look: RunLook = {}): Markup[] =>
    words === ''
      ? []
      : [
          paragraph(
            { xml: runs(words, look), text: words },
            { style: 'TableText', keepNext: true },
            file,
            null,
          ),
        ];
  const pairs = signers.flatMap((_, at) => (at % 2 === 0 ? [signers.slice(at, at + 2)] : []));
  const widths = [file.column / 2, file.column / 2];
  const rule = { border: wordColor(colors.muted), width: signing.width };
  return [
    ...sentenceBlocks(sentence, file),
    paragraph(
      { xml: runs(closing), text: closing },
      { style: 'BodyText', keepNext: true },
      file,
      file.column,
    ),
    ...pairs.map((pair) => {
      file.pages.addWhole(signing.room + 30);
      const cells = widths.map((width, at): TableCell => {
        const signer = pair[at];
        if (signer === undefined) return { width, content: [] };
        return {
          width,
          content: [
            ...[0, 1, 2].map(() => emptyParagraph('TableText')),
            paragraph(
              { xml: runs('_'.repeat(30), { color: rule.border }), text: '' },
              { style: 'TableText', keepNext: true },
              file,
              null,
            ),
            ...text(signer.name, { bold: true }),
            ...text(signer.role, { color: wordColor(colors.muted), size: 8.5 }),
          ],
        };
      });
      return tableXml([{ cells }], { style: 'DossierPlain', widths });
    }),
    emptyParagraph('Gap'),
  ];
}

function logoBlocks({ logo }: ReportDocument['theme'], file: DocxFile): Markup[] {
  const placed = logo === null ? null : file.picture(logo.sha256);
  if (logo === null || placed === null) return [];
  const scale = Math.min(head.logo.width / logo.width, head.logo.height / logo.height);
  const size = { width: logo.width * scale, height: logo.height * scale };
  const xml = drawing(placed, size, 'Logo', null, file);
  return [paragraph({ xml, text: '' }, { style: 'TableText', align: 'right' }, file, null)];
}
