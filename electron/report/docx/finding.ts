import type { Block, FindingRef, Part, ReportDocument, RoundVerdict, Section } from '../document/blocks.ts';
import { levels } from '../document/text/heading-levels.ts';
import { markup, type Markup } from '../html/markup.ts';
import { bookmarkName } from './fields.ts';
import type { DocxFile } from './file.ts';
import { factBlocks, partBlocks } from './body.ts';
import { numberName } from './text/inlines.ts';
import { commented } from './comments.ts';
import { bookmarked, paragraph } from './paragraph.ts';
import { runs, wordColor } from './runs.ts';
import { headingStyle } from './style-names.ts';
import { chipStyle } from './styles.ts';

type FindingBlock = Extract<Block, { kind: 'finding' }>;

/** What a colleague noted. */
type Note = Part & Required<Pick<Part, 'comment'>>;

function isNote(part: Part): part is Note {
  return part.comment !== undefined;
}

/** A finding: its heading and rating, what it is, what retests found out, then its parts. */
export function findingBlocks(
  block: FindingBlock,
  { blocks }: Pick<ReportDocument, 'blocks'>,
  room: number,
  file: DocxFile,
): Markup[] {
  const { ref } = block;
  const notes = block.sections.flatMap(({ parts }) => parts.filter(isNote));
  const sections = block.sections.filter(({ parts }) => !parts.every(isNote));
  const titles = new Set(sections.map(({ title }) => title));
  const onFinding = notes.filter(({ comment }) => comment.section === null || !titles.has(comment.section));
  const facts = block.mentions === null ? block.facts : [...block.facts, block.mentions];
  return [
    headingBlock(ref, isListed(ref.target, blocks), onFinding, file),
    paragraph({ xml: ratingXml(ref), text: ref.severityText }, { style: 'Rating' }, file, file.column),
    ...factBlocks(facts, file),
    ...block.verdicts.flatMap((verdict) => verdictBlocks(verdict, room, file)),
    ...sections.flatMap((section) => {
      const own = notes.filter(({ comment }) => comment.section === section.title);
      return sectionBlocks(section, own, room, file);
    }),
  ];
}

/** Whether the contents list a finding: if not, its heading is of a style that they leave out. */
function isListed(target: string, blocks: readonly Block[]): boolean {
  const contents = blocks.find(({ kind }) => kind === 'contents');
  if (contents?.kind !== 'contents') return true;
  const known =
    listed.get(contents) ??
    new Set(contents.entries.flatMap((entry) => (entry.kind === 'finding' ? [entry.ref.target] : [])));
  listed.set(contents, known);
  return known.has(target);
}

const listed = new WeakMap<Block, ReadonlySet<string>>();

function headingBlock(
  { target, number, title, severity }: FindingBlock['ref'],
  inContents: boolean,
  notes: readonly Note[],
  file: DocxFile,
): Markup {
  file.pages.place(target);
  const words = [bookmarked(numberName(target), runs(number), file), runs(` ${title}`)];
  return paragraph(
    {
      xml: commented(bookmarked(bookmarkName(target), words, file), notes, file),
      text: `${number} ${title}`,
    },
    {
      style: inContents ? headingStyle(levels.finding) : 'UnlistedHeading',
      keepNext: true,
      border: wordColor(file.theme.colors.severities[severity]),
    },
    file,
    file.column,
  );
}

function ratingXml({ severity, severityText, cvss }: FindingRef): Markup {
  const scored = /^\d/u.test(cvss) && cvss.length <= 4;
  return markup([
    runs(`\u00a0${severityText}\u00a0`, { style: chipStyle(severity) }),
    ...(scored ? [runs(`  ${cvss}`, { bold: true })] : []),
  ]);
}

/** What a round found out. */
function verdictBlocks(
  { round, mark: { verdict, text }, said, parts }: RoundVerdict,
  room: number,
  file: DocxFile,
): Markup[] {
  return [
    paragraph(
      {
        xml: [runs(`${round}: `), runs(`\u00a0${text}\u00a0`, { style: chipStyle(verdict) })],
        text: `${round}: ${text}`,
      },
      { style: headingStyle(levels.part), keepNext: true },
      file,
      file.column,
    ),
    ...(said === ''
      ? []
      : [paragraph({ xml: runs(said), text: said }, { style: 'Small' }, file, file.column)]),
    ...parts.flatMap((part) => partBlocks(part, levels.inPart, room, file)),
  ];
}

function sectionBlocks(
  { title, parts }: Section,
  notes: readonly Note[],
  room: number,
  file: DocxFile,
): Markup[] {
  return [
    paragraph(
      { xml: commented(runs(title), notes, file), text: title },
      { style: headingStyle(levels.part), keepNext: true },
      file,
      file.column,
    ),
    ...parts.flatMap((part) => partBlocks(part, levels.inPart, room, file)),
  ];
}
